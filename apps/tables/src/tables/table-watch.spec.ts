import type { Standing } from './standing.js';
import { TableWatch } from './table-watch.js';

const refused = { reason: 'seat-taken' as const, type: 'bet.placed', round: '1', seat: 2 };
const pulse = { asOf: null, ageMs: 0, fault: null };

function standing(position: number, sequence: string, more: Partial<Standing> = {}): Standing {
  const own = { jackpot: 'main', table: 'T1', currency: 'MOP', seenAt: null };
  const none = { newestRound: null, lastAward: null };
  const lists = { rounds: [], carried: [], refused: [], claims: [] };
  const pool = { value: 1, version: 1 };
  const meters = {} as Standing['meters'];
  return {
    ...{ ...own, ...none, ...lists, ...pulse, pool, meters, position, sequence },
    metersDiffered: null,
    ...{ suspended: null, blocked: false, ...more },
  };
}

/** Makes a watch of a table with these answers of the ledger, and a list of its messages. */
async function watched(...answers: (Standing | Error)[]) {
  const said: string[] = [];
  const watch = new TableWatch(() => {
    const next = (answers.length > 1 ? answers.shift() : answers[0]) as Standing | Error;
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  await watch.listen(({ name, data }) => {
    const sequence = 'sequence' in data ? data.sequence : null;
    said.push(`${name} ${sequence}`);
  });
  return { watch, said, settle: () => new Promise((resolve) => setImmediate(resolve)) };
}

test('says what an echo has, the refusals first', async () => {
  const { watch, said } = await watched(standing(5, '1'), standing(7, '3'));
  const record = { ...refused, sequence: '2', offset: 5, table: 'main/T1' };
  watch.echo([record], '3', 7);
  expect(said).toEqual(['refused 2', 'applied 3']);
});

test('after lost echoes it says nothing before the state, and then what was refused', async () => {
  const after = standing(9, '4', { refused: [{ ...refused, sequence: '3' }] });
  const { watch, said, settle } = await watched(standing(5, '2'), after);
  watch.missed();
  watch.echo([], '4', 9);
  expect(said).toEqual([]);
  await settle();
  expect(said).toEqual(['state 4', 'refused 3']);
  watch.echo([], '5', 10);
  expect(said.at(-1)).toBe('applied 5');
});

test('is silent while the ledger does not answer, and says the state when it does again', async () => {
  const { watch, said, settle } = await watched(
    standing(5, '2'),
    new Error('Redis'),
    standing(6, '3'),
  );
  watch.changed();
  await settle();
  watch.pulse(pulse);
  expect(said).toEqual([]);
  await settle();
  watch.pulse(pulse);
  expect(said).toEqual(['state 3', 'pulse 3', 'pool null']);
});

test('who comes while the table is read hears by its state what is refused meanwhile', async () => {
  const answers = [standing(5, '2'), standing(6, '2')];
  const reads: ((standing: Standing) => void)[] = [];
  const watch = new TableWatch(() => new Promise((resolve) => reads.push(resolve)));
  const opened = watch.listen(() => undefined);
  watch.echo([{ ...refused, sequence: null, offset: 5, table: 'main/T1' } as never], undefined, 6);
  while (answers.length > 0) {
    reads.shift()?.(answers.shift() as Standing);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await opened).position).toBe(6);
});

test('reads an award that was made with what waits, and says it once', async () => {
  const claim = { id: 'main/T1/1/9', states: [{ seat: 2, state: 'awarded' }] };
  const wanted: (readonly string[])[] = [];
  const said: string[] = [];
  const watch = new TableWatch((claims) => {
    wanted.push(claims);
    return Promise.resolve(standing(9, '3', { claims: claims.length > 0 ? [claim as never] : [] }));
  });
  await watch.listen(({ name }) => said.push(name));
  watch.made(claim.id);
  watch.changed();
  await new Promise((resolve) => setImmediate(resolve));
  watch.changed();
  await new Promise((resolve) => setImmediate(resolve));
  expect(wanted).toEqual([[], [claim.id], []]);
  expect(said).toEqual(['claim']);
});
