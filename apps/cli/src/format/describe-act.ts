import {
  type ActFacts,
  ageOfAward,
  type AtRestart,
  type Condition,
  type MemberChange,
  visible,
  describeChange,
} from '#acts';
import { formatMicros, formatMinor } from '#contract';
import { accountNames } from '#pools';
import { describeAward, describeSaid } from './describe-award.js';

/** An act in words: before -> after, and the future value on the signs. */
export function describeAct({
  jackpot,
  currency,
  table,
  act,
  award,
  left,
  before,
  after,
  changes: members,
  atRestart: waits,
  dropsPending,
  endsProposals,
}: ActFacts): string {
  const names = ({ blocked }: Condition): string => visible(blocked.join(', ')) || 'none';
  const money = (micros: string): string => formatMicros(BigInt(micros), currency);
  const words = {
    state: ['state', ({ state }) => state],
    blocked: ['blocked tables', names],
    sequence: ['last sequence', ({ sequence }) => sequence ?? 'none'],
    pool: ['pool', ({ pool }) => money(pool)],
    reserve: ['reserve', ({ reserve }) => money(reserve)],
    house: ['house', ({ house }) => money(house)],
    players: ['players', ({ players }) => money(players)],
    held: ['held', ({ held }) => money(held)],
    day: ['closed up to', ({ day }) => day ?? 'no day yet'],
    sign: [
      'the signs',
      ({ sign, state }) =>
        state === 'retired' ? '"This jackpot has ended"' : formatMinor(sign, currency),
    ],
  } as const satisfies Record<keyof Condition, readonly [string, (of: Condition) => string]>;
  const rows = Object.values(words).map(([what, said]) => [what, said(before), said(after)]);
  // For an award, all accounts are shown, even unchanged ones: people check them.
  const accounts: readonly string[] = award === null ? [] : accountNames;
  const shown = rows.filter(([what = '', from, to]) => from !== to || accounts.includes(what));
  const lines = [
    ...(award === null ? [] : describeAward(award)),
    // The winner may still come.
    ...(award !== null && act.type === 'award.expired'
      ? [`  won ${ageOfAward(award.award)} ago\n`]
      : []),
    ...describeSaid(act.type, act.data, currency),
    ...(left
      ? [
          `  transferred: ${money(left.pool)} from the pool, ${money(left.reserve)} from the reserve\n`,
          `  returned to the house for its seed: ${money(left.seed)}\n`,
        ]
      : []),
    ...shown.map(([what, from, to]) =>
      from === to ? `  ${what}: stays ${to}\n` : `  ${what}: ${from} -> ${to}\n`,
    ),
    ...members.map((change) => `  ${describeChange(change, currency)}\n`),
    ...(waits ? describeRestart(waits, currency) : []),
    dropsPending ? '  the configuration that waits for the next restart: dropped\n' : '',
    describeEnded(endsProposals),
  ];
  const signs = `  the signs keep showing ${words.sign[1](after)}\n`;
  const place = table === null ? jackpot : `${jackpot}, table ${table}`;
  return `${visible(award?.statesBefore ? award.award.id : place)}\n${lines.join('')}${before.sign === after.sign ? signs : ''}`;
}

/** @param proposals by their offsets */
export function describeEnded(proposals: readonly number[]): string {
  if (proposals.length === 0) return '';
  return `  ends these proposals, which must be made again: ${proposals.join(', ')}\n`;
}

function describeRestart({ changes, replaced }: AtRestart, currency: string): string[] {
  const list = (each: readonly MemberChange[]): string[] =>
    each.map((change) => `    ${describeChange(change, currency)}\n`);
  return [
    changes.length === 0
      ? '  at the next restart of the pool: nothing changes\n'
      : '  at the next restart of the pool:\n',
    ...list(changes),
    ...(replaced
      ? ['  in place of the configuration that waits for it now:\n', ...list(replaced)]
      : []),
  ];
}
