import { handOf } from './cards.js';
import type { Random } from '#pit/random';
import { HANDS, type Win } from './events.js';

/** Deals in which many seats win at once; the suits are exchanged at random. */
const SCENES = [
  { community: 'Js Ts', hands: ['As Ks Qs', '9s 8s 7s', '6s 4s 2s', 'Jh Jd Jc', 'Th Td Tc'] },
  { community: 'Js Ts', hands: ['As Ks Qs', '9s 8s 7s', 'Jh Jd Th', 'Jc Td Tc'] },
  { community: 'Ah Jh', hands: ['Kh Qh Th', '9h 8h 2h', 'As Ad Ac', 'Js Jd Jc'] },
  { community: '9s 8s', hands: ['Qs Js Ts', '7s 6s 5s', 'As 4s 2s', '9h 9d 9c', '8h 8d 8c'] },
  { community: '9c 9h', hands: ['9s 9d 2d', 'Ks Kd Kc', 'Qs Qd Qc', '7s 7d 7c', '5s 5d 5h'] },
  { community: 'Ks Qs', hands: ['As 9s 2s', 'Js 8s 3s', '7s 6s 4s', 'Ts 5s Jh'] },
  { community: '4s 5s', hands: ['As 2s 3s', '8s 7s 6s', '4h 4d 4c', '5h 5d 5c'] },
  { community: 'Kd 7c', hands: ['Ks Kh Kc', '7s 7h 7d', '2s 3h 4d'] },
];
const DECK = [...'23456789TJQKA'].flatMap((rank) => [...'shdc'].map((suit) => rank + suit));

export interface Deal {
  community: string[];
  hands: { seat: number; cards: string[] }[];
  wins: Win[];
}

/** A true deal for these seats: some hands from a scene, the others random. */
export function deal(random: Random, seats: readonly number[]): Deal {
  const scene = random.pick(SCENES);
  const suits = random.shuffled([...'shdc']);
  const recut = (cards: string) =>
    cards.split(' ').map((card) => card.charAt(0) + (suits['shdc'.indexOf(card.charAt(1))] ?? ''));
  const community = random.shuffled(recut(scene.community));
  const prepared = random.shuffled(scene.hands.map(recut)).filter(() => random.chance(0.7));
  const hands = random.shuffled(seats).map((seat, index) => {
    return { seat, cards: prepared[index] ?? [] };
  });
  const used = new Set([...community, ...hands.flatMap(({ cards }) => cards)]);
  const left = random.shuffled(DECK.filter((card) => !used.has(card)));
  for (const hand of hands) if (hand.cards.length === 0) hand.cards = left.splice(0, 3);
  const wins = hands.flatMap(({ seat, cards }) => {
    const hand = handOf([...community, ...cards]);
    return hand ? [{ seat, hand }] : [];
  });
  return { community, hands, wins };
}

/** Declared wins, most of them impossible: wrong seats, or more cards than a deck has. */
function invented(random: Random, seats: readonly number[]): Win[] {
  const some = [1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(0.4));
  const where = random.chance(0.75) ? seats.filter(() => random.chance(0.7)) : some;
  const wins = where.map((seat) => ({ seat, hand: random.pick(HANDS) }));
  return random.chance(0.15) ? [...wins, ...wins.slice(0, 1)] : wins;
}

/** False wins for a true deal. */
export function falsified(
  random: Random,
  { community, hands, wins }: Deal,
): Record<string, unknown> {
  const lies: (() => Record<string, unknown>)[] = [
    () => ({ wins: wins.slice(1), hands, community }),
    () => ({ wins: wins.map((win) => ({ ...win, hand: random.pick(HANDS) })), hands, community }),
    () => ({ wins, hands: hands.slice(1), community }),
    () => ({ wins, hands }),
    () => ({ wins, hands: [...hands, ...hands.slice(0, 1)], community }),
    () => ({ wins, hands, community: [community[0], community[0]] }),
    () => ({ wins, hands: hands.map((hand) => ({ ...hand, cards: hands[0]?.cards })), community }),
    () => ({ wins, community: random.shuffled(DECK).slice(0, 2) }),
    () => ({ wins, community: [community[0], community[0]] }),
    () => ({
      wins,
      hands: [...hands, { seat: 7, cards: random.shuffled(DECK).slice(0, 3) }],
      community,
    }),
  ];
  return random.pick(lies)();
}

/** The data of a `round.settled` without its round: mostly true, with all, some or no cards. */
export function settlementWords(random: Random, seats: readonly number[]): Record<string, unknown> {
  const fate = random.whole(1, 100);
  if (fate <= 22) return { wins: [] };
  if (fate <= 30) return { wins: invented(random, seats) };
  const dealt = deal(random, seats);
  if (fate <= 40) return falsified(random, dealt);
  if (fate <= 65) return { wins: dealt.wins };
  if (fate <= 78) return { wins: dealt.wins, community: dealt.community };
  if (fate <= 82) return { wins: dealt.wins, community: dealt.community, hands: [] };
  return { ...dealt };
}
