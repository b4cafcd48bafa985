import { exitCodes, kidOf, type AwardMessage } from '#contract';
import type { LogRecord } from '#log';
import { microsPerMinor } from '#pools';
import { jackpotHands, type JackpotHand } from '#rules';
import { awardDays, type AwardDay } from '../award-days.js';
import type { LiveLedger } from '#proof';
import { readAct } from '../../slip/recorded-act.js';
import { closedDayRows, gamingDays } from '../gaming-days.js';
import type { ReportRow, Sink } from '../report.js';
import { rowOf } from '../statement-rows.js';
import type { ReportKind } from './kind.js';

/** Prizes won on gaming days, as they were when each day was closed, and payments by slip. */
export const awardsKind: ReportKind = {
  name: 'awards',
  description: 'what was won on gaming days, and what was paid by slip',
  sections: ['awards', 'payments', 'taken-back', 'closed-days'],
  ...{ isOfOne: true, isOfDays: true, folds: 'never' },
  async begin({ connections, homes: [home], asked }) {
    const { statements, before, frame, made } = await gamingDays(connections, home, asked);
    const beganMs = before === null ? null : Date.parse(before.at);
    const fill = async (sink: Sink) => {
      const notes: string[] = [];
      for await (const day of awardDays(connections, statements, beganMs)) {
        const won = new Map<JackpotHand, Won>();
        for (const award of day.awards) {
          sink('awards', awardRows(award, day));
          for (const payout of award.payouts) countWon(won, payout);
        }
        const payments = await paymentsOfDay(connections, home.partition, day);
        sink(
          'payments',
          payments.map(({ row }) => row),
        );
        sink('taken-back', await takenBackRows(connections, home.partition, day));
        notes.push(...notAsStated(day, won, payments));
      }
      sink('closed-days', closedDayRows(statements));
      if (notes.length === 0) return { notes };
      const message = `${notes.join(' ')} \`verify\` says what is missing.`;
      return { notes, failure: { message, exitCode: exitCodes.differs } };
    };
    return { frame, made, fill };
  },
};

function awardRows(award: AwardMessage, { statement }: AwardDay): ReportRow[] {
  const { id, table, recordedAt: recorded, payouts, states } = award;
  const minor = microsPerMinor(statement.exponent);
  const [poolBefore, poolAfter] = [award.poolBefore, award.poolAfter].map(
    (amount) => BigInt(amount) * minor,
  );
  return payouts.map(({ seat, hand, basis, amount, stakeReturned = 0 }, index) => {
    const { state = 'awarded' } = states[index] ?? {};
    return rowOf('awards', {
      ...{ day: statement.day, recorded, award: id, table, seat, hand, basis },
      ...{ amount: BigInt(amount) * minor, stakeReturned: BigInt(stakeReturned) * minor },
      state: state === 'awarded' ? 'paid-at-table' : state,
      ...{ poolBefore, poolAfter },
    });
  });
}

/** The amount of each payment, as the cashier has signed it. */
async function paymentsOfDay(
  connections: Pick<LiveLedger, 'recordsAt'>,
  partition: number,
  { statement, paid }: AwardDay,
): Promise<SlipPaid[]> {
  const signed = await recordsOfActs(connections, partition, paid);
  const minor = microsPerMinor(statement.exponent);
  return paid.flatMap(({ id, by }) => {
    const last = by.at(-1);
    if (!last) return [];
    const { at: recorded, holder, kid, offset } = last;
    const record = signed.get(offset);
    const act = record && readAct(record);
    const said = act?.type === 'award.paid' ? act.data : undefined;
    const amount = said && BigInt(said.amount) * minor;
    const row = rowOf('payments', {
      ...{ day: statement.day, recorded, award: id, holder, kid, offset },
      ...{ seat: said?.seat, slip: said?.slip, amount, method: said?.method },
      withheld: said && BigInt(said.withheld ?? 0) * minor,
      receipt: said?.receipt,
    });
    const signer = record?.headers?.['signature'];
    const isSigned = said?.award === id && kidOf(String(signer ?? '')) === kid;
    return [{ row, amount: amount ?? 0n, wrong: isSigned ? undefined : `record ${offset}` }];
  });
}

/** Awards that were reversed or have expired, with the amounts that nobody receives. */
async function takenBackRows(
  connections: Pick<LiveLedger, 'recordsAt'>,
  partition: number,
  { statement, takenBack }: AwardDay,
): Promise<ReportRow[]> {
  const signed = await recordsOfActs(connections, partition, takenBack);
  const minor = microsPerMinor(statement.exponent);
  return takenBack.map(({ id, by, payouts, states, cause }) => {
    const { at: recorded = null, act = '', holder, kid, offset = -1 } = by.at(-1) ?? {};
    const record = signed.get(offset);
    const said = record && readAct(record);
    const seat = said?.type === 'award.expired' ? said.data.seat : null;
    const own = payouts.filter((payout, index) => {
      return seat === null ? states[index]?.state === 'reversed' : payout.seat === seat;
    });
    const amount = own.reduce((sum, payout) => sum + BigInt(payout.amount) * minor, 0n);
    return rowOf('taken-back', {
      ...{ day: statement.day, recorded, award: id, act, seat, amount, cause },
      ...{ holder, kid, offset },
    });
  });
}

/** The records of the last acts on awards, by their offsets, as far as the log has them. */
async function recordsOfActs(
  connections: Pick<LiveLedger, 'recordsAt'>,
  partition: number,
  awards: readonly AwardMessage[],
): Promise<ReadonlyMap<number, LogRecord>> {
  const offsets = awards.flatMap(({ by }) => by.at(-1)?.offset ?? []);
  const records = await connections.recordsAt('events', partition, offsets);
  return new Map(records.map((record) => [record.offset, record]));
}

interface SlipPaid {
  readonly row: ReportRow;
  /** Micro-units. */
  readonly amount: bigint;
  /** Names the record if it is not a payment of this award by this person; else undefined. */
  readonly wrong: string | undefined;
}

/** The total that the awards of a day give for a hand. */
interface Won {
  readonly seats: number;
  /** Minor units. */
  readonly amount: bigint;
}

function countWon(won: Map<JackpotHand, Won>, { hand, amount }: AwardMessage['payouts'][number]) {
  const { seats, amount: before } = won.get(hand) ?? { seats: 0, amount: 0n };
  won.set(hand, { seats: seats + 1, amount: before + BigInt(amount) });
}

/** Compares the topic with the counts of the statement. */
function notAsStated(
  { statement }: AwardDay,
  won: ReadonlyMap<JackpotHand, Won>,
  payments: readonly SlipPaid[],
): string[] {
  const { day, hands, causes, exponent } = statement;
  const minor = microsPerMinor(exponent);
  const notes = jackpotHands.flatMap((hand) => {
    const own = won.get(hand);
    const [wins, micros] = [own?.seats ?? 0, (own?.amount ?? 0n) * minor];
    const { seats = 0, awarded = '0' } = hands.find((each) => each.hand === hand)?.day ?? {};
    if (seats === wins && isRounded(BigInt(awarded) - micros, minor * BigInt(seats))) {
      return [];
    }
    const found = `${wins} wins of ${formatUnits(micros)}`;
    return [
      `${day}, ${hand}: the topic has ${found}, the statement ${seats} of ${formatUnits(BigInt(awarded))}.`,
    ];
  });
  const wrong = payments.flatMap((each) => each.wrong ?? []);
  if (wrong.length > 0) notes.push(`${day}: the log has other payments in ${wrong.join(', ')}.`);
  const handed = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const stated = -BigInt(causes.find(({ cause }) => cause === 'payment')?.day.held ?? 0);
  if (!isRounded(stated - handed, minor * BigInt(payments.length))) {
    notes.push(
      `${day}: the payments are ${formatUnits(handed)}, the statement has ${formatUnits(stated)}.`,
    );
  }
  return notes;
}

/** Messages have whole minor units; each is rounded down by less than one. */
function isRounded(less: bigint, atMost: bigint): boolean {
  return less === 0n || (less > 0n && less < atMost);
}

function formatUnits(micros: bigint): string {
  return `${Number(micros) / 1_000_000}`;
}
