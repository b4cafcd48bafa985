import type { Standing } from './standing.js';
import { TableWatch } from './table-watch.js';

const refused = { reason: 'seat-taken' as const, type: 'bet.placed', round: '1', seat: 2 };
const pulse = { asOf: null, ageMs: 0, fault: null };

function standing(position: number, sequence: string, more: Partial<Standing> = {}): Standing {
  const own = { jackpot: 'main', table: 'T1', currency: 'MOP', newestRound: null, seenAt: null };
  const lists = { rounds: [], carried: [], refused: [], claims: [] };
  const pool = { value: 1, version: 1 };
  return {
    ...{ ...own, ...lists, ...pulse, pool, position, sequence },
    ...{ suspended: null, blocked: false, ...more },
  };
}

/** A watch of a table of which the ledger gives these answers, and what it has said. */
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
