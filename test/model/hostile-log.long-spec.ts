import { isCommand } from './authority.js';
import type { ModelEvent } from './events.js';
import { EveryLaw } from './every-law.js';
import { rootText } from './hostile-keys.js';
import { hostileRecords } from './hostile-log.js';
import { Partition } from './partition.js';
import { kidIn } from './side-by-side.js';

const REFUSALS = [
  ...['unsigned-command', 'bad-signature', 'command-repeated'],
  ...['command-expired', 'not-permitted', 'invalid-command'],
];
/** Refusals of acts that need two people, and of listed tables. */
const REFUSALS_OF_ACTS = [
  ...['needs-approval', 'unknown-proposal', 'proposal-expired', 'proposal-differs'],
  ...['same-person', 'not-permitted', 'too-many-proposals', 'unknown-table'],
];
const REFUSALS_OF_TABLES = ['unsigned-claim', 'bad-signature', 'unknown-table', 'table-blocked'];

const REFUSALS_OF_AWARDS = [
  ...['unknown-award', 'award-state', 'award-final', 'amount-differs', 'unknown-table'],
  ...['wins-disagree-with-cards', 'invalid-command', 'needs-approval'],
];
const ON_AWARDS = [
  ...['award.verified', 'award.paid', 'award.reversed', 'award.expired', 'award.granted'],
];

const REFUSALS_OF_ENDS = {
  'jackpot.retired': ['jackpot-busy', 'invalid-command', 'needs-approval', 'jackpot-retired'],
  'transfer.received': ['invalid-command', 'needs-approval'],
};

interface Judged {
  type: string;
  /** The act that it carried out. */
  act: string | null;
  isOfTable: boolean;
  verdict: string;
}

/**
 * The model's results for the records of a log; `done` for an approval that carries out its act.
 */
const judgedBySeed = new Map<number, Judged[]>();

/** The results for 4,000 records. */
function judged(seed: number): Judged[] {
  const known = judgedBySeed.get(seed);
  if (known) return known;
  const partition = new Partition(rootText);
  const records = [...hostileRecords(seed, 4_000)].flatMap(
    ({ value, headers, recordedAtMs, isLoose }, at) => {
      // An unreadable record moves the clock too.
      partition.jackpots.recorded(recordedAtMs);
      if (isLoose) return [];
      const event = JSON.parse(String(value)) as ModelEvent;
      const { outcome, act } = partition.take(
        event,
        { value, headers },
        { offset: at, timestampMs: recordedAtMs },
      );
      const isDone = act !== null && event.type === 'act.approved';
      const verdict = isDone ? 'done' : (outcome.reasons.at(-1) ?? outcome.effect);
      return [{ type: event.type, act: act?.type ?? null, isOfTable: !isCommand(event), verdict }];
    },
  );
  judgedBySeed.set(seed, records);
  return records;
}

const isRoot = ({ type }: Judged) => type === 'root.set';

describe('the hostile log', () => {
  it('says the same for the same seed', () => {
    expect([...hostileRecords(5, 300)]).toEqual([...hostileRecords(5, 300)]);
    expect([...hostileRecords(5, 300)]).not.toEqual([...hostileRecords(6, 300)]);
  });

  it('has commands and keys for each refusal, and enough that hold', () => {
    const all = [1, 2].flatMap((seed) => judged(seed)).filter(({ isOfTable }) => !isOfTable);
    const sets = all.filter(({ type }) => type === 'keys.set').map(({ verdict }) => verdict);
    const others = all.filter(({ type }) => type !== 'keys.set').map(({ verdict }) => verdict);
    const ofSets = REFUSALS.filter((refusal) => !/unsigned/.test(refusal));
    expect(ofSets.filter((refusal) => !sets.includes(refusal))).toEqual([]);
    expect(REFUSALS.filter((refusal) => !others.includes(refusal))).toEqual([]);
    expect(sets.filter((verdict) => verdict === 'applied').length).toBeGreaterThan(40);
    expect(others.filter((verdict) => verdict === 'applied').length).toBeGreaterThan(200);
  });

  it('has another root by whom it may be and by whom not', () => {
    const roots = [1, 2, 3, 4, 5, 6].flatMap((seed) => judged(seed).filter(isRoot));
    const verdicts = roots.map(({ verdict }) => verdict);
    const wanted = REFUSALS.filter((refusal) => !/unsigned/.test(refusal));
    expect(wanted.filter((refusal) => !verdicts.includes(refusal))).toEqual([]);
    expect(verdicts.filter((verdict) => verdict === 'applied').length).toBeGreaterThan(10);
  });

  it('has each refusal of an act that needs two people, and of a table that must sign', () => {
    const records = [1, 2].flatMap((seed) => judged(seed));
    const [ofTables, others] = [true, false].map((isWanted) => {
      const wanted = records.filter(({ isOfTable }) => isOfTable === isWanted);
      return wanted.map(({ verdict }) => verdict);
    }) as [string[], string[]];
    expect(REFUSALS_OF_ACTS.filter((refusal) => !others.includes(refusal))).toEqual([]);
    expect(others.filter((verdict) => verdict === 'done').length).toBeGreaterThan(10);
    expect(REFUSALS_OF_TABLES.filter((refusal) => !ofTables.includes(refusal))).toEqual([]);
  });

  it('has days that are closed, and each refusal of one', () => {
    const days = [1, 2, 3]
      .flatMap((seed) => judged(seed))
      .filter(({ type }) => type === 'day.closed');
    const verdicts = days.map(({ verdict }) => verdict);
    const refusals = ['day-closed', 'invalid-command'];
    expect(refusals.filter((refusal) => !verdicts.includes(refusal))).toEqual([]);
    expect(verdicts.filter((verdict) => verdict === 'applied').length).toBeGreaterThan(10);
  });

  it('has tables whose own meters move from the ledger’s, and are remarked', () => {
    const records = [1, 2, 3, 4, 5, 6].flatMap((seed) => judged(seed));
    const beats = records.filter(({ type }) => type === 'table.heartbeat');
    const remarked = beats.filter(({ verdict }) => verdict === 'meters-differ');
    expect(remarked.length).toBeGreaterThan(5);
    expect(beats.length).toBeGreaterThan(10 * remarked.length);
  });

  it('has jackpots that end, by one person and by two, and each refusal of that', () => {
    const records = [1, 2, 3, 4, 5, 6].flatMap((seed) => judged(seed));
    for (const [act, refusals] of Object.entries(REFUSALS_OF_ENDS)) {
      const ends = records.filter((each) => [each.act, each.type].includes(act));
      const verdicts = ends.map(({ verdict }) => verdict);
      expect([act, refusals.filter((refusal) => !verdicts.includes(refusal))]).toEqual([act, []]);
      for (const done of ['applied', 'done']) {
        const times = verdicts.filter((verdict) => verdict === done).length;
        expect([act, done, times > 2]).toEqual([act, done, true]);
      }
    }
    const after = records.filter(({ verdict }) => verdict === 'jackpot-retired');
    expect(new Set(after.map(({ isOfTable }) => isOfTable))).toEqual(new Set([true, false]));
  });

  it('has each refusal of an act on an award, and each act by one person and by several', () => {
    const records = [1, 2, 3, 4, 5, 6].flatMap((seed) => judged(seed));
    const alone = records.filter(({ type }) => ON_AWARDS.includes(type));
    const verdicts = alone.map(({ verdict }) => verdict);
    expect(REFUSALS_OF_AWARDS.filter((refusal) => !verdicts.includes(refusal))).toEqual([]);
    for (const act of ON_AWARDS) {
      const done = records.filter((each) => each.act === act);
      expect(done.length).toBeGreaterThan(30);
      const isApproved = done.some(({ type }) => type === 'act.approved');
      expect([act, isApproved]).toEqual([act, act !== 'award.paid']);
    }
  });
});

/**
 * The first law that the model itself breaks, and how often the law of reversal made a comparison.
 */
function brokenByModel(seed: number, count: number): { broken: string | null; asked: number } {
  const model = new Partition(rootText);
  const laws = new EveryLaw(rootText);
  for (const [offset, { isLoose, recordedAtMs, ...bytes }] of [
    ...hostileRecords(seed, count),
  ].entries()) {
    const nowMs = model.jackpots.recorded(recordedAtMs);
    if (isLoose) continue;
    const event = JSON.parse(String(bytes.value)) as ModelEvent;
    const before = laws.forkBefore({ event }, model);
    const taken = model.take(event, bytes, { offset, timestampMs: recordedAtMs });
    const accounts = model.jackpots.look(event.subject)?.accounts ?? null;
    const { outcome, act } = taken;
    const seen = { event, kid: kidIn(bytes.headers), outcome, act, offset, nowMs };
    const broken = laws.brokenBy(seen, bytes, taken, { before, model, accounts });
    if (broken !== null) return { broken, asked: laws.reversal.asked };
  }
  return { broken: null, asked: laws.reversal.asked };
}

test('the model keeps every law, and was asked for that of reversals', () => {
  const logs = [1, 2, 3].map((seed) => brokenByModel(seed, 4_000));
  expect(logs.map(({ broken }) => broken)).toEqual([null, null, null]);
  expect(logs.reduce((sum, { asked }) => sum + asked, 0)).toBeGreaterThan(20);
});
