import type { AwardMessage } from '#contract';
import type { Configuration } from '#pools';
import { sampleAward } from '#testing/award-message';
import { readAct, type RecordedAct } from '../recorded-act.js';
import type { SlipSources } from '../slip.js';

const id = 'fortune-main/F3-07/184468/90310';

/** A royal flush of seat 3 and a straight flush of seat 5, both locked. */
const award = sampleAward({
  ...{ id, jackpot: 'fortune-main', table: 'F3-07', round: '184468', currency: 'MOP' },
  ...{ poolBefore: 110_388_500, poolAfter: 100_000_000 },
  payouts: [
    { ...{ order: 1, seat: 5, hand: 'straight-flush', basis: 'share' }, ...fromPool(10_000_000) },
    { ...{ order: 2, seat: 3, hand: 'royal-flush', basis: 'share' }, ...fromPool(100_388_500) },
  ],
  restart: { seed: 100_000_000, fromReserve: 25_000, fromHouse: 99_975_000 },
  ...{ offset: 90_310, wonAt: '2026-11-21T04:00:59.120Z', recordedAt: '2026-11-21T04:01:00.000Z' },
  states: [
    { seat: 5, state: 'locked', slip: null, verified: null },
    { seat: 3, state: 'locked', slip: null, verified: null },
  ],
});

const configuration: SlipSources['configuration'] = {
  zone: 'Asia/Macau',
  name: { en: 'Fortune Jackpot', pt: 'Jackpot Fortuna', 'zh-Hant': '富貴累進大獎' },
  approvals: {
    'award.verified': [
      { from: 0, by: [] },
      { from: 500_000, by: ['approve'] },
      { from: 10_000_000, by: ['approve', 'surveil'], notice: 'regulator' },
    ],
  } satisfies Configuration['approvals'],
};

function fromPool(amount: number) {
  return { amount, fromPool: amount, fromHouse: 0 };
}

export function recordValue(type: string, data: object): Buffer {
  const envelope = { specversion: '1.0', id: `${type}/1`, source: 'ops', sequence: '1' };
  return Buffer.from(JSON.stringify({ ...envelope, type, subject: 'fortune-main', data }));
}

type Seat = AwardMessage['states'][number];

/** An award and the records of the acts on it, one after the other. */
export class SampleAward {
  private message: AwardMessage;
  private readonly acts = new Map<number, RecordedAct>();

  constructor(changes: Partial<AwardMessage> = {}) {
    this.message = { ...award, ...changes };
  }

  /** Adds an act that somebody signs, or its proposal or approval. */
  by(holder: string, type: string, data: object, step = 'done'): this {
    const act = { type, data: { award: this.message.id, ...data } };
    const carried = { act, expires: '2026-11-22T00:00:00Z', note: 'a win', proposal: 90_311 };
    const value =
      step === 'done' ? recordValue(type, act.data) : recordValue(`act.${step}`, carried);
    const offset = 90_311 + this.acts.size;
    const recorded = readAct({ value });
    if (!recorded) throw new Error(`The sample ${type} is no act.`);
    this.acts.set(offset, recorded);
    const at = new Date(Date.parse('2026-11-21T04:05:00Z') + this.acts.size * 60_000).toISOString();
    const person = { act: type, kid: `${holder}-key`, holder, offset, at };
    this.message = { ...this.message, by: [...this.message.by, person] };
    return this;
  }

  /** Sets the new state of a seat. */
  seat(seat: number, state: Seat['state'], slip: number | null): this {
    const verified = slip === null ? null : this.message.offset + 1;
    const become = (each: Seat): Seat =>
      each.seat === seat ? { seat, state, slip, verified } : each;
    this.message = { ...this.message, states: this.message.states.map(become) };
    return this;
  }

  /** Sets the reason for the reversal. */
  cause(cause: AwardMessage['cause']): this {
    this.message = { ...this.message, cause };
    return this;
  }

  sources(changes: Partial<SlipSources> = {}): SlipSources {
    const block = { block: 412, hash: 'e9'.repeat(32) };
    const place = { partition: 7, position: 90_400, block, house: 'Casino Lótus' };
    const printedAt = '2026-11-21T04:15:00.000Z';
    return { award: this.message, configuration, acts: this.acts, printedAt, ...place, ...changes };
  }
}

/** The evidence that the verifiers of seat 3 have seen. */
const evidence = {
  deck: 'counted',
  hands: [{ seat: 3, cards: ['As', 'Ks', 'Qs'] }],
  community: ['Js', 'Ts'],
  surveillance: 'recording 4-1187',
};

/** The sample, with seat 3 verified by three people: it has slip 17. */
export function verifiedAward(changes: Partial<AwardMessage> = {}): SampleAward {
  const seats = { seats: [3], evidence };
  return new SampleAward(changes)
    .by('J.Wong', 'award.verified', seats, 'proposed')
    .by('M.Silva', 'award.verified', seats, 'approved')
    .by('A.Leong', 'award.verified', seats, 'approved')
    .seat(3, 'verified', 17);
}

/** The sample as a win too small to wait: its table has paid it. */
export function tablePaidAward(): SampleAward {
  return new SampleAward().seat(3, 'awarded', null).seat(5, 'awarded', null);
}

/** The verified sample, paid by a cheque. */
export function paidAward(data: object = {}): SampleAward {
  const paid = { seat: 3, slip: 17, amount: 100_388_500, method: 'cheque' };
  return verifiedAward()
    .by('C.Chan', 'award.paid', { ...paid, withheld: 4_388_501, receipt: 'CH-20931', ...data })
    .seat(3, 'paid', 17);
}

/** The verified sample, later reversed by two people. */
export function reversedAward(): SampleAward {
  const reversal = { cause: 'false-claim', reason: 'the deck was short' };
  return verifiedAward()
    .by('L.Ho', 'award.reversed', reversal, 'proposed')
    .by('M.Silva', 'award.reversed', reversal, 'approved')
    .seat(3, 'reversed', 17)
    .seat(5, 'reversed', null)
    .cause('false-claim');
}
