import { houseTime, visible } from '#acts';
import type { Words } from '../words.js';
import type { MadeReport } from './report-file.js';
import { headWords } from './report-words.js';
import type { ReportContent } from './report.js';

const comparisonWords = {
  log: 'the log, folded again, gives the same statement',
  ledger: 'the ledger has the same day with the same meters',
  topic: 'as its topic has it; verify compares it with the log',
} as const;

/** `2026-11-30 of fortune-main (MOP)`. */
export function subjectOf({ asked, currency }: ReportContent): string {
  const days = asked.from === asked.to ? asked.to : `${asked.from} – ${asked.to}`;
  const unit = currency === null ? '' : ` (${visible(currency)})`;
  return `${days}, ${asked.jackpots.map(visible).join(', ')}${unit}`;
}

/** Lines above the lists of a report, in the order of the page. */
export function headLines({
  content,
  made,
  digest,
}: MadeReport): readonly (readonly [Words, string])[] {
  const { place, notes } = content;
  const { at, by, version, zone, block, compared } = made;
  const lines: [Words, string][] = [];
  if (place) {
    const began = place.began === null ? 'the beginning' : houseTime(place.began, zone);
    lines.push([headWords.period, `${began} – ${houseTime(place.ended, zone)}`]);
    lines.push([headWords.records, `${place.from} – ${place.to}, partition ${place.partition}`]);
    const proof = block
      ? `block ${block.block} has record ${place.to}: ${block.hash}`
      : `no block with record ${place.to} was found`;
    lines.push([headWords.journal, proof]);
  }
  const who = by === null ? '' : `, by ${visible(by.holder)} (${visible(by.kid)})`;
  lines.push([headWords.made, `${houseTime(at, zone)}${who}, with jackpot ${version}`]);
  if (compared !== null) lines.push([headWords.compared, comparisonWords[compared]]);
  lines.push([headWords.digest, digest]);
  if (notes.length > 0) lines.push([headWords.notes, notes.join(' ')]);
  return lines;
}
