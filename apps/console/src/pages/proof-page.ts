import { houseTime } from '#acts';
import { build } from '#contract';
import type { Freshness } from '#engine';
import { trilingual, type Words } from '#papers';
import type { WatchView } from '../monitor/alert-watch.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { agoText } from './local-text.js';
import { factList, listTable } from './parts.js';
import { said } from './words.js';

/** A partition of the log, and the ledger's position in it. */
export interface ShownPartition extends Pick<Freshness, 'fault' | 'asOf'> {
  readonly partition: number;
  /** Offset after the last record of the log. */
  readonly high: number;
  /** Offset of the next record to apply; undefined, like the others, if nothing proves it. */
  readonly position?: number;
  /** Number and hash of the newest block of the journal. */
  readonly block?: number;
  readonly head?: string;
  /** The build that made this block; null if there is none. */
  readonly appliedBy?: string | null;
  /** The reason it is halted, or cannot be shown. */
  readonly why?: string | undefined;
}

const words = {
  lastProof: trilingual('Last proof', 'Última prova', '上次核證'),
  agreed: trilingual('ledger and log agree', 'o livro e o registo coincidem', '帳目與記錄相符'),
  differed: trilingual(
    'ledger and log DIFFER: see ledger-unproven',
    'o livro e o registo NÃO coincidem: ver ledger-unproven',
    '帳目與記錄不符：見 ledger-unproven',
  ),
  neverProven: trilingual(
    'Prometheus has no record of a proof',
    'o Prometheus não conhece nenhuma',
    '沒有記錄',
  ),
  notHeard: trilingual(
    'Prometheus does not answer',
    'o Prometheus não responde',
    'Prometheus 沒有回應',
  ),
  appliedBy: trilingual('Applied by', 'Aplicado por', '處理版本'),
  thisBuild: trilingual('This control room', 'Esta sala de controlo', '本控制室版本'),
} as const;

/** The position of the ledger, the journal block and build that prove it, and the last proof. */
export function proofBody(
  reader: Reader,
  views: readonly ShownPartition[],
  watched: WatchView | undefined,
  zone: string,
): Markup {
  const own = (each: Words): string => tell(reader, each);
  // An empty partition has nothing to show.
  const used = views.filter(({ high }) => high > 0);
  const rows = used.map((view) => {
    const { partition, high, position, block, head, fault, asOf, appliedBy, why } = view;
    const state = fault === null ? 'heard' : fault;
    const time = asOf === null ? '' : houseTime(asOf, zone);
    const chip = html`<span class="state ${state}">${own(said[state])}</span>
      <small>${time}</small>`;
    return [
      partition,
      why === undefined ? chip : html`${chip}<br /><span lang="en">${why}</span>`,
      // The ledger may have advanced since the end of the log was read.
      `${position ?? '–'} / ${Math.max(high, position ?? 0)}`,
      html`${block ?? '–'} <code>${head?.slice(0, 16)}</code>`,
      html`<code>${appliedBy ?? '–'}</code>`,
    ];
  });
  const heads = [said.partition, said.served, said.position, said.journalHead, words.appliedBy];
  return html`<p>${own(said.proofWhy)}</p>
    ${factList(reader, [
      [words.lastProof, watched && lastProofPart(reader, watched.lastProof, zone)],
      [words.thisBuild, html`<code>${build}</code>`],
    ])}
    ${listTable(reader, heads, rows)}`;
}

function lastProofPart(
  reader: Reader,
  { isHeard, said: lastProof }: WatchView['lastProof'],
  zone: string,
): Markup {
  const own = (each: Words): string => tell(reader, each);
  const away = isHeard ? undefined : html`<span class="state halted">${own(words.notHeard)}</span>`;
  if (lastProof === null) return html`${isHeard ? own(words.neverProven) : away}`;
  const { hasAgreed, endedAtMs } = lastProof;
  const state = hasAgreed ? 'heard' : 'halted';
  const what = own(hasAgreed ? words.agreed : words.differed);
  return html`<span class="state ${state}">${what}</span> ${houseTime(endedAtMs, zone)} ·
    ${agoText(reader, endedAtMs)} ${away}`;
}
