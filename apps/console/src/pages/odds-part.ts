import { formatPart, type OddsFacts } from '#acts';
import { formatMinor } from '#contract';
import { handNames, type Words } from '#papers';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { countText } from './local-text.js';
import { listTable, money } from './parts.js';
import { said } from './words.js';

/** The mathematics of a configuration: the frequency of each hand, and the players' return. */
export function oddsPart(reader: Reader, odds: OddsFacts, currency: string): Markup {
  const own = (words: Words): string => tell(reader, words);
  const [atSeed] = odds.pools;
  const rows = odds.hands.map(({ hand, betsBetween, daysBetween }, index) => {
    const prize = atSeed?.hands[index]?.prize ?? 0;
    return [
      own(handNames[hand]),
      countText(reader, Math.round(betsBetween)),
      daysBetween < 10 ? daysBetween.toPrecision(2) : Math.round(daysBetween),
      money(formatMinor(prize, currency)),
    ];
  });
  const heads = [said.hand, said.oneIn, said.daysBetween, said.prizeAtSeed];
  const returns = odds.pools.map(
    ({ pool, return: back }) => html`<li>${formatMinor(pool, currency)}: ${formatPart(back)}</li>`,
  );
  const keeps = odds.house
    ? html`<p>${own(said.keeps)} ${formatPart(odds.house.keeps)}</p>`
    : undefined;
  return html`<section class="odds">
    <h3>${own(said.mathematics)}</h3>
    <p><small>${countText(reader, odds.betsADay)} ${own(said.betsADay)}</small></p>
    ${listTable(reader, heads, rows)}
    <p>${own(said.returned)}</p>
    <ul>
      ${returns}
    </ul>
    ${keeps}
  </section>`;
}
