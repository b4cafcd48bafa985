import { formatMinor, type AwardMessage } from '#contract';
import { awardMessage } from '#engine';
import { isAwardAct, type Claim, type Jackpot } from '#pools';
import { describeAffects, describeRemedy } from './affects.js';
import { visible } from './visible.js';

/** What an act does to an award. */
export interface AwardFacts {
  /** As `jackpot.awards` would have it after the act. */
  readonly award: AwardMessage;
  /** Of each seat, in the order of the award, before the act; null where it makes the award. */
  readonly statesBefore: AwardMessage['states'] | null;
  /** Of a new award: others, not reversed, of a seat of it in the same round. */
  readonly sameSeats: readonly {
    readonly id: string;
    readonly seat: number;
    readonly state: string;
  }[];
}

/** The award that an act makes or changes; null where there is none. */
export function awardFacts(from: Jackpot, to: Jackpot): AwardFacts | null {
  const claim = [...to.claims.values()].find((each) => from.claims.get(each.id) !== each);
  if (!claim) return null;
  const before = from.claims.get(claim.id);
  return {
    award: awardMessage(claim, to),
    statesBefore: before ? awardMessage(before, from).states : null,
    sameSeats: before ? [] : sameSeats(claim, from),
  };
}

function sameSeats({ table, round, seats }: Claim, { claims }: Jackpot): AwardFacts['sameSeats'] {
  const own = seats.map(({ seat }) => seat);
  const others = [...claims.values()].filter(
    (each) => each.table === table && each.round === round,
  );
  return others.flatMap((other) =>
    other.seats
      .filter(({ seat, state }) => own.includes(seat) && state !== 'reversed')
      .map(({ seat, state }) => ({ id: other.id, seat, state })),
  );
}

/** Lines for people: each seat with what becomes of it; of a reversal, what makes it inexact. */
export function describeAward({ award, statesBefore, sameSeats: others }: AwardFacts): string[] {
  const { currency, payouts, states, replaces } = award;
  const money = (minor: number): string => formatMinor(minor, currency);
  const seats = payouts.map(({ seat, hand, amount, stakeReturned = 0, ...parts }, index) => {
    const [from, to] = [statesBefore?.[index], states[index]];
    const what = `  seat ${seat}, ${hand}, ${money(amount + stakeReturned)}`;
    if (!from) {
      const { fromPool, fromHouse } = parts;
      return `${what}: ${money(fromPool)} of the pool, ${money(fromHouse)} of the house; locked\n`;
    }
    if (from.state === to?.state) return `${what}: stays ${from.state}\n`;
    const slip = to?.slip === from.slip ? '' : `, slip ${to?.slip}`;
    return `${what}: ${from.state} -> ${to?.state}${slip}\n`;
  });
  return [
    ...seats,
    ...others.map(
      ({ id, seat, state }) =>
        `  LOOK: seat ${seat} of this round has an award already, ${visible(id)}, ${state}\n`,
    ),
    ...(replaces === null ? [] : [`  in place of ${visible(replaces)}, which was reversed\n`]),
    ...(states.some(({ state }) => state === 'reversed')
      ? [...describeAffects(award), ...describeRemedy(award, { isDone: false })]
      : []),
  ];
}

/** What a person says with an act about an award, beside its reason. */
export function describeSaid(type: string, data: object, currency: string): string[] {
  const money = (minor: number): string => formatMinor(minor, currency);
  const said = data as Said;
  const { evidence, cause, slip, method, withheld, receipt } = said;
  const words = [
    ...(evidence ? evidenceInWords(evidence) : []),
    ...(cause === undefined ? [] : [`cause ${cause}`]),
    ...(slip === undefined ? [] : [`slip ${slip}`, `by ${method}`]),
    ...(withheld === undefined ? [] : [`of which ${money(withheld)} are withheld`]),
    ...(receipt === undefined ? [] : [`receipt ${receipt}`]),
  ];
  if (!isAwardAct({ type }) || words.length === 0) return [];
  return [`  says: ${visible(words.join('; '))}\n`];
}

function evidenceInWords({ deck, hands, community, surveillance, note }: Evidence): string[] {
  return [
    `deck ${deck}`,
    ...(hands ?? []).map(({ seat, cards }) => `seat ${seat} has ${cards.join(' ')}`),
    ...(community ? [`community cards ${community.join(' ')}`] : []),
    ...(hands || community ? [] : ['no cards']),
    ...(surveillance === undefined ? [] : [`surveillance: ${surveillance}`]),
    ...(note === undefined ? [] : [`note: ${note}`]),
  ];
}

type Evidence = Partial<Record<'surveillance' | 'note', string>> & {
  readonly deck: string;
  readonly hands?: readonly { readonly seat: number; readonly cards: readonly string[] }[];
  readonly community?: readonly string[];
};

/** Members of the data of the acts of contract 4.8. */
interface Said {
  readonly evidence?: Evidence;
  readonly cause?: string;
  readonly slip?: number;
  readonly method?: string;
  readonly withheld?: number;
  readonly receipt?: string;
}
