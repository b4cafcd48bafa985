import { houseTime } from '#acts';
import type { Freshness } from '#engine';
import type { Words } from '#papers';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { listTable } from './parts.js';
import { said } from './words.js';

/** A partition of the log, and how far the ledger has it. */
export interface ShownPartition extends Pick<Freshness, 'fault' | 'asOf'> {
  readonly partition: number;
  /** Offset behind the last record of the log. */
  readonly high: number;
  /** Offset of the next record to apply; undefined, as the next two, where nothing proves it. */
  readonly position?: number;
  /** Number and hash of the newest block of the journal. */
  readonly block?: number;
  readonly head?: string;
  /** Why it does not go on, or cannot be shown. */
  readonly why?: string | undefined;
}

/** How far the ledger is, and which block of the journal says so. */
export function proofBody(reader: Reader, views: readonly ShownPartition[]): Markup {
  const own = (words: Words): string => tell(reader, words);
  const rows = views.map(({ partition, high, position, block, head, fault, asOf, why }) => {
    const state = fault === null ? 'heard' : fault;
    const time = asOf === null ? '' : houseTime(asOf, 'UTC');
    const chip = html`<span class="state ${state}">${own(said[state])}</span>
      <small>${time}</small>`;
    return [
      partition,
      why === undefined ? chip : html`${chip}<br /><span lang="en">${why}</span>`,
      `${position ?? '–'} / ${high}`,
      html`${block ?? '–'} <code>${head?.slice(0, 16)}</code>`,
    ];
  });
  const heads = [said.partition, said.served, said.position, said.journalHead];
  return html`<p>${own(said.proofWhy)}</p>
    ${listTable(reader, heads, rows)}`;
}
