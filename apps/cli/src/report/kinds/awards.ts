import { exitCodes, type AwardMessage } from '#contract';
import { microsPerMinor } from '#pools';
import { awardDays, type AwardDay } from '../../reading/award-days.js';
import type { Connections } from '../../servers/connections.js';
import { readAct } from '../../slip/recorded-act.js';
import { closedDayRows, gamingDays } from '../gaming-days.js';
import type { ReportRow, Sink } from '../report.js';
import { rowOf } from '../statement-rows.js';
import type { ReportKind } from './kind.js';

/** What was won on gaming days, as it stood when each was closed, and what was paid by slip. */
export const awardsKind: ReportKind = {
  name: 'awards',
  description: 'what was won on gaming days, and what was paid by slip',
  sections: ['awards', 'payments', 'closed-days'],
  ...{ isOfOne: true, isOfDays: true, folds: 'never' },
  async begin({ connections, homes: [home], asked }) {
    const { statements, before, frame, made } = await gamingDays(connections, home, asked);
    const beganMs = before === null ? null : Date.parse(before.at);
    const fill = async (sink: Sink) => {
      const notes: string[] = [];
      for await (const day of awardDays(connections, statements, beganMs)) {
        sink(
          'awards',
          day.awards.flatMap((award) => awardRows(award, day)),
        );
        const payments = await paymentsOfDay(connections, home.partition, day);
        sink('payments', payments);
        notes.push(...notAsStated(day, payments));
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

/** What each payment has handed over, as the person at the cage has signed it. */
async function paymentsOfDay(
  connections: Pick<Connections, 'recordsAt'>,
  partition: number,
  { statement, paid }: AwardDay,
): Promise<ReportRow[]> {
  const offsets = paid.map(({ by }) => by.at(-1)?.offset ?? -1);
  const records = await connections.recordsAt('events', partition, offsets);
  const acts = new Map(records.map((record) => [record.offset, readAct(record)]));
  const minor = microsPerMinor(statement.exponent);
  return paid.flatMap(({ id: award, by }) => {
    const last = by.at(-1);
    if (!last) return [];
    const { at: recorded, holder, kid, offset } = last;
    const act = acts.get(offset);
    const said = act?.type === 'award.paid' ? act.data : undefined;
    return [
      rowOf('payments', {
        ...{ day: statement.day, recorded, award, holder, kid, offset, ...said },
        amount: said && BigInt(said.amount) * minor,
        withheld: said && BigInt(said.withheld ?? 0) * minor,
        receipt: said?.receipt,
      }),
    ];
  });
}

/** What the topic has must be what the statement counts. */
function notAsStated({ statement, awards }: AwardDay, payments: readonly ReportRow[]): string[] {
  const { day, hands, causes } = statement;
  const stated = hands.reduce((sum, hand) => sum + hand.day.seats, 0);
  const found = awards.reduce((sum, { payouts }) => sum + payouts.length, 0);
  const paid = causes.find(({ cause }) => cause === 'payment')?.day.times ?? 0;
  const notes = [];
  if (found !== stated) notes.push(`${day}: the topic has ${found} wins, the statement ${stated}.`);
  if (payments.length !== paid) {
    notes.push(`${day}: the topic has ${payments.length} payments, the statement ${paid}.`);
  }
  return notes;
}
