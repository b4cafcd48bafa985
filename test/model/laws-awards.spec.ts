import { AwardSayer, made } from './award-sayer.js';
import type { Award, SeatStateOf } from './award-words.js';
import type { Accounts, ModelEffect, ModelEvent } from './events.js';
import type { Believed, Witnessed } from './laws-acts.js';
import { AwardLaws } from './laws-awards.js';
import { ReversalLaw } from './laws-reversal.js';
import { EXAMPLE, personOf } from './spec-words.js';

/** The life of an award in the model; the laws get it with one lie in its last record. */
class Story {
  readonly sayer = new AwardSayer();
  private readonly laws = new AwardLaws();
  private broken: string[] = [];
  private before = this.sayer.jackpot();

  constructor(more: object = {}) {
    this.sayer.set({ verifyAbove: 250_000, ...more });
  }

  heard(effect: ModelEffect, lie: (award: Award) => Partial<Award> = () => ({}), moved = 0n): this {
    const { sayer } = this;
    const { act, award } = effect;
    const offset = sayer.newest;
    const event = { type: act?.type ?? 'round.settled', id: '1', subject: 'fortune', data: {} };
    const seen: Witnessed = {
      event: { ...event, source: 'T1', sequence: '1' },
      outcome: { ...effect, award: award && { ...award, ...lie(award) } },
      ...{ kid: 'ann', act, offset, nowMs: 0 },
    };
    const accounts = sayer.accounts();
    const shown: Accounts = { ...accounts, pool: accounts.pool + moved };
    const { configuration = EXAMPLE } = this.before ?? sayer.jackpot() ?? {};
    const jackpot: Believed = {
      ...{ configuration, pending: null, edition: 1, suspended: false },
      ...{ blocked: new Set(), claims: [], alone: new Map() },
    };
    this.broken = this.laws.check(seen, jackpot, shown).map((each) => each.split(':')[0] ?? '');
    this.before = sayer.jackpot();
    return this;
  }

  breaks(...laws: string[]): void {
    expect(this.broken).toEqual(laws);
  }
}

const all = (changes: Partial<SeatStateOf>) => (award: Award) => {
  return { states: award.states.map((each) => ({ ...each, ...changes })) };
};

/** A locked award of two flushes, known to the laws. */
function locked(): { story: Story; award: Award } {
  const story = new Story();
  story.sayer.set({ unclaimedAfterHours: 0 });
  for (const seat of [1, 2]) story.sayer.bet('r1', seat);
  const effect = story.sayer.settle('r1', [
    [1, 'flush'],
    [2, 'flush'],
  ]);
  story.heard(effect).breaks();
  return { story, award: made(effect) };
}

describe('the laws of awards', () => {
  it('are silent about an honest life', () => {
    const { story, award } = locked();
    const { sayer } = story;
    story.heard(sayer.verify(award, [2, 1])).breaks();
    story.heard(sayer.pay(award, 1, 2, 250_000)).breaks();
    story.heard(sayer.expire(award, 2)).breaks();
  });

  it('see an award that is not locked, and one that is without need', () => {
    const { story } = locked();
    story.sayer.bet('r2', 1);
    const effect = story.sayer.settle('r2', [[1, 'flush']]);
    story.heard(effect, all({ state: 'awarded' })).breaks('lock');
    const open = new Story({ verifyAbove: null });
    open.sayer.bet('r1', 1);
    open.heard(open.sayer.settle('r1', [[1, 'flush']]), all({ state: 'locked' })).breaks('lock');
  });

  it('see a slip number that comes twice, is left out, or changes', () => {
    const { story, award } = locked();
    story.heard(story.sayer.verify(award, [1]), (said) => ({
      states: said.states.map((each) => (each.slip === 1 ? { ...each, slip: 2 } : each)),
    }));
    story.breaks('slips');
    const again = locked();
    again.story.heard(again.story.sayer.verify(again.award, [1])).breaks();
    const twice = (said: Award) => ({ states: said.states.map((each) => ({ ...each, slip: 1 })) });
    again.story.heard(again.story.sayer.verify(again.award, [2]), twice).breaks('slips');
    const changed = again.story.sayer.pay(again.award, 1, 1, 250_000);
    again.story.heard(changed, all({ slip: 7 })).breaks('slips', 'slips');
  });

  it('see money that a verification has moved', () => {
    const { story, award } = locked();
    story.heard(story.sayer.verify(award, [1]), undefined, 1n).breaks('verification');
  });

  it('see a seat that was paid and changes again, and a step that nothing allows', () => {
    const { story, award } = locked();
    story.heard(story.sayer.expire(award, 1), all({ state: 'paid' })).breaks('steps', 'steps');
    const other = locked();
    other.story.heard(other.story.sayer.verify(other.award, [1]));
    other.story.heard(other.story.sayer.pay(other.award, 1, 1, 250_000)).breaks();
    const lie = all({ state: 'expired' });
    other.story.heard(other.story.sayer.expire(other.award, 2), lie).breaks('paid-twice', 'steps');
  });

  it('see an act that is not said, and payouts that change', () => {
    const { story, award } = locked();
    const effect = story.sayer.verify(award, [1]);
    story.heard({ ...effect, award: null }).breaks('said');
    const other = locked();
    const paid = other.story.sayer.verify(other.award, [1, 2]);
    other.story.heard(paid, () => ({ payouts: [] })).breaks('payouts');
  });
});

describe('the law of reversal', () => {
  /** The law's answer if the accounts after the reversal are wrong by this amount. */
  function reversed(off: bigint, between: (sayer: AwardSayer) => void = () => undefined): string[] {
    const sayer = new AwardSayer();
    const law = new ReversalLaw();
    const signed = { signer: personOf('ann', 'adjust') };
    const witness = (event: ModelEvent, shift: bigint): string[] => {
      const before = event.type === 'round.settled' ? sayer.model.fork('fortune') : null;
      const at = { offset: sayer.newest, timestampMs: 0 };
      const effect = sayer.model.apply(event, at, signed);
      const seen = { event, kid: 'ann', outcome: effect, act: effect.act, nowMs: 0 };
      const { pool, ...others } = sayer.accounts();
      const shown = { ...others, pool: pool + shift };
      return law.check({ ...seen, offset: at.offset }, before, signed, shown);
    };
    sayer.set();
    sayer.bet('r1', 1);
    const wins = [{ seat: 1, hand: 'royal-flush' }];
    expect(witness(sayer.event('round.settled', { round: 'r1', wins }), 0n)).toEqual([]);
    const bet = { round: 'r2', seat: 1, stake: 5000, baseBets: ['ante'] };
    expect(witness(sayer.event('bet.placed', bet), 0n)).toEqual([]);
    between(sayer);
    const data = { award: 'fortune/T1/r1/3', cause: 'misread', reason: 'test' };
    return witness(sayer.event('award.reversed', data, 'ops'), off);
  }

  it('is silent where the accounts are those of the log without the win', () => {
    expect(reversed(0n)).toEqual([]);
  });

  it('sees a micro-unit', () => {
    expect(reversed(1n)).toEqual([expect.stringMatching(/^reversal: pool is/)]);
  });

  it('asks nothing where something fell between that the award names', () => {
    const adjust = { amount: 1, account: 'pool', reason: 'test' };
    expect(reversed(1n, (sayer) => sayer.does('pool.adjusted', adjust))).toEqual([]);
  });
});
