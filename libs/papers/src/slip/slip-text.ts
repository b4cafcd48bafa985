import { houseTime, tableTime, visible } from '#acts';
import { distinctWords, handNames, languages, methodNames, type Words } from '../words.js';
import { columnsOf, padColumns, wrapColumns } from './columns.js';
import {
  actNames,
  causeNames,
  deckNames,
  labels,
  markOf,
  noCards,
  proofText,
  roleWords,
  signatureNames,
  statusNames,
  stepNames,
} from './slip-labels.js';
import type { Signature, Slip, SlipEvidence } from './slip.js';

/** The width of a terminal and of a line printer. */
const pageColumns = 80;
const labelColumns = 16;

/**
 * A slip as lines of at most 80 columns, for a terminal or a line printer. A slip that must not be
 * paid says so at the end of every line, so that each piece of the paper shows it.
 */
export function slipText(slip: Slip): string {
  const mark = markOf(slip.status)?.en ?? '';
  const columns = mark === '' ? pageColumns : pageColumns - mark.length - 2;
  const rule = '='.repeat(columns);
  const lines = [
    ...[rule, ...headingLines(slip, columns), rule],
    ...statusLines(slip, columns),
    '',
    ...winLines(slip, columns),
    '',
    ...moneyLines(slip, columns),
    '',
    ...(slip.people.length === 0 ? [] : [...peopleLines(slip, columns), '']),
    ...slip.signatures.flatMap((each) => [...signatureLines(each, columns), '']),
    ...(slip.notice === null ? [] : field(labels.notice.en, slip.notice, columns)),
    ...field(labels.printedAt.en, houseTime(slip.printedAt, slip.zone), columns),
    ...field(labels.proof.en, proofText(slip.proof), columns),
    rule,
  ];
  return lines.map((line) => `${marked(line, mark, columns)}\n`).join('');
}

function marked(line: string, mark: string, columns: number): string {
  return mark === '' ? line.trimEnd() : `${padColumns(line, columns)}  ${mark}`;
}

function headingLines(slip: Slip, columns: number): string[] {
  const { house, names, jackpot } = slip;
  const title =
    slip.slip === null
      ? labels.record.en.toUpperCase()
      : `${labels.title.en.toUpperCase()}  ${labels.number.en} ${slip.slip}`;
  const left = wrapColumns(visible(house ?? jackpotName(slip)), columns - title.length - 2);
  const known = [...new Set([...Object.values(names), jackpot])].join(' / ');
  return [
    `${padColumns(left[0] ?? '', columns - title.length)}${title}`,
    ...left.slice(1),
    ...wrapColumns(visible(known), columns),
  ];
}

/** The name in English, else in any language that it has. */
export function jackpotName({ names, jackpot }: Pick<Slip, 'names' | 'jackpot'>): string {
  return names['en'] ?? Object.values(names)[0] ?? jackpot;
}

function statusLines(slip: Slip, columns: number): string[] {
  const { status, endedAt, cause, zone } = slip;
  const since = endedAt === null ? '' : ` ${houseTime(endedAt, zone)}`;
  const why = cause === null ? '' : ` (${causeNames[cause].en})`;
  const noOrder = status === 'paid-at-table' ? distinctWords(labels.noOrder) : [];
  return [`*** ${statusNames[status].en}${since}${why} ***`, ...noOrder].flatMap((line) =>
    wrapColumns(line, columns),
  );
}

function winLines(slip: Slip, columns: number): string[] {
  const { hand, evidence } = slip;
  const place = `${slip.table}   ${labels.round.en} ${slip.round}   ${labels.seat.en} ${slip.seat}`;
  const lines = (label: keyof typeof labels, text: string) =>
    field(labels[label].en, text, columns);
  return [
    ...lines('award', slip.award),
    ...(slip.replaces === null ? [] : lines('replaces', slip.replaces)),
    ...lines('table', place),
    ...lines('hand', inAllLanguages(handNames[hand])),
    ...(evidence ? evidenceLines(evidence, columns) : []),
    ...lines(
      'wonAt',
      slip.wonAt === null ? 'not said by the table' : visible(tableTime(slip.wonAt, slip.zone)),
    ),
    ...lines('recordedAt', houseTime(slip.recordedAt, slip.zone)),
  ];
}

function evidenceLines(evidence: SlipEvidence, columns: number): string[] {
  const { deck, surveillance, note } = evidence;
  return [
    ...field(labels.cards.en, cardsText(evidence), columns),
    ...field(labels.deck.en, inAllLanguages(deckNames[deck]), columns),
    ...(note === null ? [] : field(labels.evidenceNote.en, note, columns)),
    ...(surveillance === null ? [] : field(labels.surveillance.en, surveillance, columns)),
  ];
}

/** As `As Ks Qs; on the table Js Ts`. */
function cardsText({ cards, community }: SlipEvidence): string {
  const shared = community.length === 0 ? '' : `; ${labels.community.en} ${community.join(' ')}`;
  return `${cards.length === 0 ? inAllLanguages(noCards) : cards.join(' ')}${shared}`;
}

function inAllLanguages(text: Words): string {
  return distinctWords(text).join(' / ');
}

function moneyLines(slip: Slip, columns: number): string[] {
  const { amount, inWords, stakeReturned, payment } = slip;
  const lines = (label: keyof typeof labels, text: string) =>
    field(labels[label].en, text, columns);
  const inLanguages = languages.flatMap((language) =>
    field(labels.inWords[language], inWords[language], columns),
  );
  const stake = stakeReturned ? lines('stakeReturned', stakeReturned.text) : [];
  const owed = [...lines('amount', amount.text), ...inLanguages, ...stake];
  if (!payment) return owed;
  return [
    ...owed,
    '',
    ...lines('method', inAllLanguages(methodNames[payment.method])),
    ...(payment.receipt === null ? [] : lines('receipt', payment.receipt)),
    ...lines('withheld', payment.withheld.text),
    ...lines('net', payment.net.text),
  ];
}

function peopleLines({ people, zone }: Slip, columns: number): string[] {
  return people.flatMap(({ act, step, holder, kid, at, offset }) => [
    ...field(
      actNames[act].en,
      `${stepNames[step].en} by ${holder}, ${houseTime(at, zone)}`,
      columns,
    ),
    ...field('', `key ${kid}, record ${offset}`, columns),
  ]);
}

function signatureLines(signature: Signature, columns: number): string[] {
  const { of, holder } = signature;
  const as = roleWords(signature);
  const who = `${signatureNames[of].en}${as ? ` (${inAllLanguages(as)})` : ''}`;
  const start = padColumns(`${who}${holder === null ? '' : `  ${holder}`}`, 34);
  const left = columns - columnsOf(start) - 1;
  if (left >= 24) return [`${start} ${'_'.repeat(left)}`];
  return [...wrapColumns(start, columns), '', '_'.repeat(columns)];
}

function field(label: string, text: string, columns: number): string[] {
  return wrapColumns(visible(text), columns - labelColumns).map(
    (line, index) => padColumns(index === 0 ? label : '', labelColumns) + line,
  );
}
