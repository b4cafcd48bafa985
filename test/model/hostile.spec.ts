import { Random } from '#pit/random';
import { processorMs } from '#testing/processor';
import { handOf } from './cards.js';
import { hostileEvents } from './generator.js';
import { deal } from './generated-cards.js';
import type { Accounts, Award, Hand, ModelEvent, ModelOutcome } from './events.js';
import { Laws } from './laws.js';
import { Model } from './model.js';
import { cardNumber, possibleDeal, showing } from './possible-deal.js';
import { EXAMPLE, Sayer } from './spec-words.js';

const SEEDS = [1, 2];
const REFUSALS = [
  ...['invalid-command', 'unknown-jackpot', 'sequence-ahead', 'sequence-reused'],
  'sequence-behind',
  'too-many-tables',
  'jackpot-suspended',
  ...['round-already-settled', 'unknown-round', 'bets-closed', 'wrong-currency'],
  ...['stake-out-of-limits', 'no-base-bet', 'seat-taken', 'no-such-bet', 'impossible-wins'],
  ...['seats-disagree', 'wins-disagree-with-cards', 'sequence-gap', 'round-abandoned'],
  'carried-without-base',
];

interface Played {
  event: ModelEvent;
  outcome: ModelOutcome;
  carried: number;
}

function play(seed: number, count: number): { played: Played[]; broken: string[] } {
  const model = new Model();
  const laws = new Laws();
  const played: Played[] = [];
  const broken: string[] = [];
  for (const event of hostileEvents(seed, count)) {
    const offset = played.length;
    const outcome = model.apply(event, { offset, timestampMs: offset });
    const known = model.jackpots().includes(event.subject);
    broken.push(...laws.check(event, outcome, known ? model.accounts(event.subject) : null));
    const carried = known ? model.table(event.subject, event.source).carried.length : 0;
    played.push({ event, outcome, carried });
  }
  return { played, broken };
}

describe('the hostile generator', () => {
  it('says the same for the same seed', () => {
    expect([...hostileEvents(5, 300)]).toEqual([...hostileEvents(5, 300)]);
    expect([...hostileEvents(5, 300)]).not.toEqual([...hostileEvents(6, 300)]);
  });

  it.each(SEEDS)('reaches every refusal, and enough play, with seed %i', (seed) => {
    const { played, broken } = play(seed, 6000);
    const reasons = new Set(played.flatMap(({ outcome }) => outcome.reasons));
    expect(REFUSALS.filter((reason) => !reasons.has(reason))).toEqual([]);
    const applied = (type: string) =>
      played.filter(({ event, outcome }) => event.type === type && outcome.effect === 'applied');
    expect(applied('bet.placed').length).toBeGreaterThan(800);
    expect(applied('bet.withdrawn').length).toBeGreaterThan(20);
    const awards = played.flatMap(({ outcome }) => outcome.award ?? []);
    expect(awards.length).toBeGreaterThan(80);
    expect(awards.filter((award) => award.restart).length).toBeGreaterThan(10);
    expect(played.filter(({ carried }) => carried > 0).length).toBeGreaterThan(20);
    expect(played.filter(({ outcome }) => outcome.effect === 'duplicate').length).toBeGreaterThan(
      20,
    );
    // The model obeys every law to the end.
    expect(broken).toEqual([]);
  });
});

describe('the laws', () => {
  /** The laws' findings if the outcome of the last event is false. */
  function doctored(
    events: (sayer: Sayer) => ModelEvent[],
    lie: (outcome: ModelOutcome) => ModelOutcome,
    moved: Partial<Accounts> = {},
  ): string[] {
    const model = new Model();
    const sayer = new Sayer(model);
    const laws = new Laws();
    sayer.configure();
    const start = sayer.event('jackpot.configured', EXAMPLE);
    const applied: ModelOutcome = { effect: 'applied', reasons: [], award: null };
    laws.check(start, applied, model.accounts('fortune'));
    let names: string[] = [];
    const all = events(sayer);
    all.forEach((event, index) => {
      const last = index === all.length - 1;
      const outcome = model.apply(event, { offset: index, timestampMs: 0 });
      const claimed = last ? lie(outcome) : outcome;
      const is = model.accounts('fortune');
      const { players = 0n, pool = 0n, house = 0n, held = 0n } = last ? moved : {};
      const shown = {
        ...{ players: is.players + players, pool: is.pool + pool, reserve: is.reserve },
        ...{ house: is.house + house, held: is.held + held },
      };
      names = laws.check(event, claimed, shown).map((broken) => broken.split(':')[0] ?? '');
    });
    return names;
  }
  const bet = (sayer: Sayer, round: string, seat: number) =>
    sayer.event('bet.placed', { round, seat, stake: 5000, baseBets: ['ante'] });
  const about = (sayer: Sayer, type: string, round: string, more: object = {}) =>
    sayer.event(type, { round, ...more });
  const honest = (outcome: ModelOutcome) => outcome;
  const applied = (outcome: ModelOutcome): ModelOutcome => ({ ...outcome, effect: 'applied' });
  const flush = (seat: number) => ({ wins: [{ seat, hand: 'flush' }] });
  const carry = { reason: 'shuffler-fault' };

  it('are silent about an honest story', () => {
    const story = (say: Sayer) => [
      bet(say, 'r1', 1),
      about(say, 'round.voided', 'r1', carry),
      about(say, 'round.dealt', 'r2'),
      about(say, 'round.settled', 'r2', flush(1)),
    ];
    expect(doctored(story, honest)).toEqual([]);
  });

  it('see a bet after the first card', () => {
    const story = (say: Sayer) => [about(say, 'round.dealt', 'r1'), bet(say, 'r1', 1)];
    expect(doctored(story, applied)).toContain('late-bet');
  });

  it('see a bet after a later round began, and one after the end', () => {
    const later = (say: Sayer) => [bet(say, 'r1', 1), bet(say, 'r2', 1), bet(say, 'r1', 2)];
    expect(doctored(later, applied)).toContain('late-bet');
    const ended = (say: Sayer) => [
      about(say, 'round.dealt', 'r1'),
      about(say, 'round.settled', 'r1', { wins: [] }),
      bet(say, 'r1', 1),
    ];
    expect(doctored(ended, applied)).toContain('late-bet');
  });

  it('see a stake that was lost, or taken twice', () => {
    const refunded = (say: Sayer) => [
      bet(say, 'r1', 1),
      about(say, 'round.voided', 'r1', { reason: 'other' }),
    ];
    const lost = { players: -50_000_000n, house: 50_000_000n };
    expect(doctored(refunded, honest, lost)).toEqual(['stakes']);
    const twice = (say: Sayer) => [bet(say, 'r1', 1)];
    expect(doctored(twice, honest, { players: -1n, house: 1n })).toEqual(['stakes']);
  });

  it('see a second bet of a seat whose carried bet plays', () => {
    const story = (say: Sayer) => [
      bet(say, 'r1', 1),
      about(say, 'round.voided', 'r1', carry),
      bet(say, 'r2', 1),
    ];
    expect(doctored(story, applied)).toContain('one-bet');
  });

  it('see a carried bet that ends a second time', () => {
    const story = (say: Sayer) => [
      bet(say, 'r1', 1),
      about(say, 'round.voided', 'r1', carry),
      about(say, 'round.dealt', 'r2'),
      about(say, 'round.settled', 'r2', { wins: [] }),
      about(say, 'round.settled', 'r2', { wins: [] }),
    ];
    expect(doctored(story, applied)).toContain('one-end');
  });

  it('see an award to a seat without a live bet, one left out, and one for nothing', () => {
    const story = (say: Sayer) => [bet(say, 'r1', 1), about(say, 'round.settled', 'r1', flush(1))];
    const elsewhere = (outcome: ModelOutcome): ModelOutcome => {
      const award = structuredClone(outcome.award) as Award;
      for (const payout of award.payouts) payout.seat = 2;
      return { ...outcome, award };
    };
    expect(doctored(story, elsewhere)).toContain('payees');
    expect(doctored(story, (outcome) => ({ ...outcome, award: null }))).toContain('payees');
    const refused = (outcome: ModelOutcome): ModelOutcome => ({ ...outcome, effect: 'refused' });
    expect(doctored(story, refused)).toEqual(['award-without-effect', 'stakes', 'refusals']);
  });

  it('see a prize that was not posted when the bet was placed', () => {
    const story = (say: Sayer) => [bet(say, 'r1', 1), about(say, 'round.settled', 'r1', flush(1))];
    const other = (outcome: ModelOutcome): ModelOutcome => {
      const award = structuredClone(outcome.award) as Award;
      for (const payout of award.payouts) payout.amount += 1;
      return { ...outcome, award };
    };
    expect(doctored(story, other)).toContain('posted');
  });

  it('see the end of a round that was never open', () => {
    const story = (say: Sayer) => [about(say, 'round.settled', 'r1', { wins: [] })];
    expect(doctored(story, applied)).toEqual(['one-end']);
  });

  it('see a carried bet that is dropped in silence, and a seat that was not dealt in', () => {
    const left = (say: Sayer) => [
      bet(say, 'r1', 1),
      about(say, 'round.voided', 'r1', carry),
      about(say, 'round.dealt', 'r2', { seats: [2] }),
    ];
    expect(doctored(left, honest)).toEqual([]);
    expect(doctored(left, (outcome) => ({ ...outcome, reasons: [] }))).toEqual(['dealt-in']);
    const back = (say: Sayer) => [...left(say), about(say, 'round.dealt', 'r2', { seats: [1, 2] })];
    expect(doctored(back, honest)).toEqual([]);
    expect(doctored(back, applied)).toContain('dealt-in');
    const own = (say: Sayer) => [
      bet(say, 'r1', 1),
      about(say, 'round.dealt', 'r1', { seats: [2] }),
    ];
    expect(doctored(own, applied)).toContain('dealt-in');
  });

  it('see accounts that do not balance, and a pool below zero', () => {
    const story = (say: Sayer) => [say.event('table.heartbeat', {})];
    expect(doctored(story, honest, { pool: 1n })).toEqual(['zero-sum']);
    const gone = 2_000_000_000_000n;
    expect(doctored(story, honest, { pool: -gone, house: gone })).toEqual(['below-zero']);
  });

  it('see money that is held for nobody', () => {
    const story = (say: Sayer) => [say.event('table.heartbeat', {})];
    expect(doctored(story, honest, { held: 1n, house: -1n })).toEqual(['held']);
  });

  it('see an abandonment that was not reported', () => {
    const story = (say: Sayer) => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => bet(say, `r${n}`, 1));
    expect(doctored(story, (outcome) => ({ ...outcome, reasons: [] }))).toEqual(['abandoned']);
  });
});

describe('the search for a deal', () => {
  const repeat = (count: number, hand: Hand) => Array.from({ length: count }, () => hand);

  it.each<[Hand[], number, boolean]>([
    [repeat(7, 'full-house'), 0, true],
    [repeat(2, 'royal-flush'), 0, false],
    [repeat(2, 'straight-flush'), 5, true],
    [repeat(3, 'straight-flush'), 0, false],
    [['royal-flush', 'straight-flush', 'four-of-a-kind', 'four-of-a-kind', 'flush'], 2, true],
    [['royal-flush', ...repeat(2, 'straight-flush')], 0, false],
    [repeat(3, 'flush'), 4, true],
    [repeat(4, 'flush'), 0, false],
    [repeat(2, 'four-of-a-kind'), 0, true],
    [repeat(3, 'four-of-a-kind'), 0, false],
    [['flush', ...repeat(3, 'full-house')], 0, false],
    [['four-of-a-kind', ...repeat(6, 'full-house')], 0, true],
    [[], 7, true],
  ])('knows whether one deck shows %j and %i others nothing', (hands, losers, answer) => {
    const began = processorMs();
    expect(possibleDeal(hands, losers)).toBe(answer);
    expect(processorMs() - began).toBeLessThan(4_000);
  });

  it('knows what two community cards allow', () => {
    expect(possibleDeal(['royal-flush'], 6, ['Th', 'Ah'])).toBe(true);
    expect(possibleDeal(['royal-flush'], 6, ['Th', 'Ad'])).toBe(false);
    expect(possibleDeal(['royal-flush'], 6, ['Th', 'Th'])).toBe(false);
    expect(possibleDeal(['royal-flush', 'straight-flush'], 0, ['Qh', 'Jh'])).toBe(false);
    expect(possibleDeal(repeat(3, 'full-house'), 0, ['Qh', 'Jh'])).toBe(false);
    expect(possibleDeal(repeat(3, 'full-house'), 0, ['Qh', 'Qd'])).toBe(true);
  });

  it('finds every deal possible that was really dealt, and ranks as the model does', () => {
    const random = new Random('deals');
    for (let round = 0; round < 300; round += 1) {
      const seats = [1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(0.6));
      const { community, hands, wins } = deal(random, seats);
      const declared = wins.map(({ hand }) => hand);
      expect(possibleDeal(declared, seats.length - wins.length, community)).toBe(true);
      expect(possibleDeal(declared, seats.length - wins.length)).toBe(true);
      for (const { cards } of hands) {
        const five = [...community, ...cards];
        const [a = 0, b = 0, c = 0, d = 0, e = 0] = five.map(cardNumber);
        expect(showing(a, b, c, d, e)).toBe(handOf(five) ?? 'none');
      }
    }
  });
});
