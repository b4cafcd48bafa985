import type { Hand } from './events.js';

const ORDER = '23456789TJQKA';

/** Article 7(3) for exactly five cards; null for a hand that wins nothing. */
export function handOf(cards: readonly string[]): Hand | null {
  const ranks = cards.map((card) => ORDER.indexOf(card.charAt(0))).sort((a, b) => a - b);
  const suited = new Set(cards.map((card) => card.charAt(1))).size === 1;
  const rising = ranks.every((rank, index) => rank === (ranks[0] ?? 0) + index);
  const sequence = rising || ranks.join() === '0,1,2,3,12';
  if (suited && sequence) return ranks[0] === 8 ? 'royal-flush' : 'straight-flush';
  const sizes = ORDER.split('').map((_, rank) => ranks.filter((each) => each === rank).length);
  if (sizes.includes(4)) return 'four-of-a-kind';
  if (sizes.includes(3) && sizes.includes(2)) return 'full-house';
  return suited ? 'flush' : null;
}
