import {
  commandSchemas,
  exceptionReasons,
  tableEventSchemas,
  type AwardMessage,
  type ExceptionMessage,
} from '#contract';
import { newestEdition, seatStates } from '#pools';
import { fold, GoldenFiles, whyOtherJournal, type Folded, type GoldenLog } from './golden-log.js';
import { goldenLogs } from './golden-logs.js';

/**
 * The result of each edition of the fold for a log, as it was first written, to the byte: every
 * block of the journal, whose digests cover awards, exceptions, values and the whole ledger, and
 * every text of the ledger at the end (contract 4.6).
 */
const editions = Array.from({ length: newestEdition }, (_, index) => index + 1);
const logsOf = (edition: number): GoldenLog[] =>
  goldenLogs((name) => new GoldenFiles(edition, name).records());

const fix = (edition: number): string =>
  `This change alters what edition ${edition} makes of logs that exist: give it an edition of its own (contract 4.6), or, as long as no release has edition ${edition}, write the golden logs anew by npm run golden.`;

describe.each(editions)('edition %i', (edition) => {
  const logs = logsOf(edition);
  const folded = new Map<string, Folded>();
  const foldOf = (log: GoldenLog): Folded => {
    const known = folded.get(log.name) ?? fold(log);
    folded.set(log.name, known);
    return known;
  };

  test.each(logs.map(({ name }) => name))(
    'the log %s gives the journal and ledger that it gave',
    (name) => {
      const files = new GoldenFiles(edition, name);
      const found = foldOf(logs.find((log) => log.name === name) as GoldenLog);
      const other = whyOtherJournal(found.journal, files.lines('journal'));
      if (other !== undefined) throw new Error(`${name}: ${other}. ${fix(edition)}`);
      expect(found.ledger).toEqual(files.lines('ledger'));
    },
  );

  test('its logs have every event, refusal and state of a seat', () => {
    const seen = new Set<string>();
    for (const log of logs) {
      for (const { topic, value } of foldOf(log).outputs) {
        if (topic === 'exceptions') seen.add((JSON.parse(value) as ExceptionMessage).reason);
        if (topic !== 'awards') continue;
        for (const { state } of (JSON.parse(value) as AwardMessage).states) seen.add(state);
      }
      for (const { value } of log.records) {
        const [, type = ''] = /"type":"([a-z.]+)"/.exec(String(value)) ?? [];
        seen.add(type);
      }
    }
    const types = Object.keys({ ...tableEventSchemas, ...commandSchemas });
    // They need hundreds of awards before them: `libs/pools/src/settlement.spec.ts` tests them.
    seen.add('ledger-range').add('too-many-claims');
    const all = [...exceptionReasons, ...types, ...seatStates];
    expect(all.filter((each) => !seen.has(each))).toEqual([]);
  });

  test('they are 20,000 records', () => {
    expect(logs.reduce((sum, { records }) => sum + records.length, 0)).toBe(20_000);
  });
});

test('another byte anywhere in the journal is named by its block and its records', () => {
  const [log] = logsOf(newestEdition);
  const { journal } = fold({
    ...(log as GoldenLog),
    records: (log as GoldenLog).records.slice(0, 60),
  });
  expect(whyOtherJournal(journal, journal)).toBeUndefined();
  const edited = journal.with(2, (journal[2] as string).replace('"digest":"', '"digest":"0'));
  expect(whyOtherJournal(edited, journal)).toBe('block 3, of the records 41 to 47, is another one');
  expect(whyOtherJournal(journal.slice(0, 2), journal)).toMatch(/^block 3, of the records 41/);
});
