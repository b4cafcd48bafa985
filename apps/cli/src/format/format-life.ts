import { type GrantDoubt, houseTime, visible } from '#acts';
import { formatMinor, type AwardMessage } from '#contract';
import { accountNames } from '#pools';
import type { Grant, LifeRecord } from '#proof';
import { describeDoubt, describeSaid } from './describe-award.js';
import { describeAffects, describeRemedy } from './affects.js';

/** Writes an amount in the award's currency. */
export type FormatMoney = (micros: bigint) => string;

/** Formats of amounts and times. */
interface LifeManner {
  readonly money: FormatMoney;
  readonly zone: string;
}

/** Each record that has made or changed an award: its people, and the amounts moved. */
export function formatLife(
  award: AwardMessage,
  life: readonly LifeRecord[],
  manner: LifeManner,
): string {
  return life.map((record) => formatRecord(award, record, manner)).join('\n');
}

function formatRecord(
  award: AwardMessage,
  record: LifeRecord,
  { money, zone }: LifeManner,
): string {
  const { table, currency } = award;
  const { offset, time, act, by, states, affects, data, moved } = record;
  const people = by.map(({ holder, kid, offset: own }) => `${holder} (${kid}, offset ${own})`);
  const who = people.length === 0 ? `table ${table}` : people.join(', ');
  const seats = states.map(
    ({ seat, state, slip }) => `seat ${seat} ${state}${slip === null ? '' : `, slip ${slip}`}`,
  );
  const moves = accountNames
    .filter((name) => moved[name] !== 0n)
    .map((name) => `${name} ${money(moved[name])}`);
  return [
    `${houseTime(time, zone)}, offset ${offset}: ${act} by ${who}\n`,
    `  ${seats.join('; ')}\n`,
    ...(data === null ? [] : describeSaid(act, data, currency)),
    ...(data !== null && 'reason' in data ? [`  because: ${visible(data.reason)}\n`] : []),
    `  moved: ${moves.join(', ') || 'nothing'}\n`,
    ...(act === 'award.reversed' ? describeReversal({ ...award, affects }) : []),
  ].join('');
}

function describeReversal(reversed: AwardMessage): string[] {
  return [...describeAffects(reversed), ...describeRemedy(reversed, { isDone: true })];
}

/** The details of an award that people granted and a table has not declared. */
export function formatGrant(
  award: AwardMessage,
  { cause, reason, replaces }: Grant,
  doubts: readonly GrantDoubt[],
): string {
  const { currency, payouts } = award;
  const money = (minor: number): string => formatMinor(minor, currency);
  const seats = payouts.map(
    ({ seat, hand, amount, fromPool, fromHouse }) =>
      `Seat ${seat}, ${hand}: ${money(amount)}, of which ${money(fromPool)} of the pool and ${money(fromHouse)} of the house.\n`,
  );
  const place = replaces === null ? '' : `It replaces ${replaces}, which was reversed.\n`;
  const looks = doubts.map((doubt) => `LOOK: ${describeDoubt(doubt, award)}.\n`);
  return `No table declared it: people granted it, cause ${cause}, because: ${visible(reason)}\n${seats.join('')}${looks.join('')}${place}`;
}
