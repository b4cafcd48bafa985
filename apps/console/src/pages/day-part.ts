import { formatMicros } from '#contract';
import { causeWords, type Words } from '#papers';
import { accountNames, causes, postedBy, type Jackpot } from '#pools';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { listTable, money } from './parts.js';
import { said } from './words.js';

/** The contents of a gaming day closed now: everything since the day before it. */
export function dayPart(reader: Reader, { causes: all, closed, configuration }: Jackpot): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { currency } = configuration;
  const rows = causes.flatMap((cause) => {
    const [now, then] = [postedBy(all, cause), postedBy(closed?.causes ?? new Map(), cause)];
    const times = now.times - then.times;
    if (times === 0) return [];
    const moved = accountNames.map((account) =>
      money(formatMicros(now[account] - then[account], currency)),
    );
    return [[own(causeWords[cause]), times, ...moved]];
  });
  const since = closed?.day ?? own(said.beginning);
  const heads = [said.cause, said.times, ...accountNames.map((account) => said[account])];
  return html`<p>${own(said.dayTakes)} <b>${since}</b> ${own(said.untilNow)}.</p>
    ${listTable(reader, heads, rows)}`;
}
