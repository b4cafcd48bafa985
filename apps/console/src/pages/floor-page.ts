import { houseTime } from '#acts';
import { formatMinor } from '#contract';
import { signState } from '#engine';
import { trilingual, type Words } from '#papers';
import type { Jackpot } from '#pools';
import type { Attention } from '../ledger/attention.js';
import type { FloorView, QueuedAward } from '../ledger/floor.js';
import { alertsPart } from './alerts-part.js';
import { awardPath, faultPart, jackpotPath, queueRow, queueHeads, wholeOf } from './claims-page.js';
import { guidePart } from './guides.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { countText } from './local-text.js';
import { listTable } from './parts.js';
import { said } from './words.js';

/** The pools, what needs attention, and the awards that wait for people. */
export function floorBody(
  reader: Reader,
  { readings, unreadable, attention, queue, zone, alerts: watched }: FloorView,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const tiles = readings.map(({ jackpot, valueMinor }) => {
    const { id, configuration } = jackpot;
    const state = signState(jackpot);
    return html`<li class="pool ${state}">
      <b><a href="${jackpotPath(id)}">${nameFor(jackpot, reader)}</a></b> <small>${id}</small
      ><span class="money" data-pool="${id}"
        >${formatMinor(valueMinor, configuration.currency)}</span
      >${
        state === 'running'
          ? undefined
          : html`<span class="state ${state}">${own(said[state])}</span>`
      }
    </li>`;
  });
  const items = [
    ...unreadable.map((id) => html`<li><b>${id}</b>: ${own(said.failed)}</li>`),
    ...attention.map((each) => html`<li>${attentionPart(reader, each)}</li>`),
  ];
  const isSilent = attention.some(({ is }) => ['halted', 'silent', 'silent-tables'].includes(is));
  const alerts = watched && alertsPart(reader, watched, zone);
  const rows = queue.map((each) => queueRow(reader, each));
  return html`<ul class="pools">
      ${tiles}
    </ul>
    ${
      items.length === 0
        ? queue.length === 0 && !alerts && html`<p class="well">${own(said.allWell)}</p>`
        : html`<section class="looks">
            <h2>${own(said.attention)}</h2>
            <ul>
              ${items}
            </ul>
            ${isSilent ? guidePart(reader, 'silence') : undefined}
          </section>`
    }
    ${alerts}
    <h2>${own(said.waitingAwards)}</h2>
    ${largestPart(reader, queue)} ${listTable(reader, queueHeads, rows)}`;
}

/** The number of waiting awards, and the largest of each currency, which may be a new one. */
function largestPart(reader: Reader, queue: readonly QueuedAward[]): Markup | undefined {
  if (queue.length < 2) return undefined;
  const awards = queue.map(({ award }) => award);
  const largest = [...Map.groupBy(awards, ({ currency }) => currency).values()].map((own) =>
    own.reduce((one, other) => (wholeOf(other) > wholeOf(one) ? other : one)),
  );
  const links = largest.map((award, index) => {
    const amount = formatMinor(wholeOf(award), award.currency);
    const link = html`<a class="money" href="${awardPath(award)}">${amount}</a>, ${award.table}`;
    return index === 0 ? link : html`; ${link}`;
  });
  return html`<p>${countText(reader, queue.length)}; ${tell(reader, largestIs)} ${links}</p>`;
}

const largestIs = trilingual('the largest:', 'o maior:', '最大一筆：');

function attentionPart(reader: Reader, item: Attention): Markup {
  const own = (words: Words): string => tell(reader, words);
  switch (item.is) {
    case 'halted':
    case 'silent':
      return html`<b>${item.jackpots.join(', ')}</b>: ${faultPart(reader, item.is)}`;
    case 'suspended': {
      const { jackpot, by, zone } = item;
      return html`<a href="${jackpotPath(jackpot)}">${jackpot}</a>: ${own(said.suspendedBy)}
        ${own(said.by)} <b>${by.holder}</b>, ${houseTime(by.atMs, zone)}: <q>${by.reason}</q>`;
    }
    case 'blocked': {
      const tables = item.tables.map(
        (table) => html`<a href="${tablePath(item.jackpot, table)}">${table}</a> `,
      );
      return html`<b>${item.jackpot}</b>: ${own(said.tableBlocked)}: ${tables}`;
    }
    case 'refused':
    case 'silent-tables': {
      const tables = item.tables.map(
        (table) => html`<a href="${tablePath(item.jackpot, table)}">${table}</a> `,
      );
      const what = item.is === 'refused' ? said.refusedLately : said.silentTables;
      return html`<b>${item.jackpot}</b>: ${own(what)}: ${tables}`;
    }
    case 'proposals':
      return html`<b>${item.jackpot}</b>:
        <a href="/proposals">${own(said.proposals)}</a> ${item.count}`;
  }
}

function nameFor({ id, configuration }: Jackpot, { language }: Reader): string {
  const names: Readonly<Record<string, string>> = configuration.name;
  return names[language] ?? names['en'] ?? id;
}

export function tablePath(jackpot: string, table: string): string {
  return `/tables/${encodeURIComponent(jackpot)}/${encodeURIComponent(table)}`;
}
