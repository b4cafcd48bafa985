import { html, type Markup } from './html.js';

const suits: Readonly<Record<string, string>> = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** Cards as people hold them: `10♠`, red or black. */
export function drawn(cards: readonly string[]): Markup[] {
  return cards.map((card) => {
    const suit = card.slice(-1);
    const rank = card.slice(0, -1).replace('T', '10');
    const red = suit === 'h' || suit === 'd' ? ' red' : '';
    return html`<span class="card${red}">${rank}${suits[suit] ?? suit}</span>`;
  });
}
