import { houseTime } from '#acts';
import { formatMicros, formatMinor } from '#contract';
import { tableFacts, type TableFacts } from '#engine';
import { forDealer, type Words } from '#papers';
import type { Jackpot, PartitionState, TableState } from '#pools';
import { tablesKnown, tableState } from '../ledger/attention.js';
import { tablePath } from './floor-page.js';
import { guidePart } from './guides.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { agoText } from './local-text.js';
import { actForm, factList, jackpotLinks, listTable, money, textField } from './parts.js';
import { said } from './words.js';

/** The tables of a jackpot. */
interface TablesView {
  /** Ids of all jackpots. */
  readonly ids: readonly string[];
  readonly jackpot: Jackpot;
  readonly tables: PartitionState['tables'];
}

/** Every table that a jackpot has events from or lists, with its state. */
export function tablesBody(reader: Reader, { ids, jackpot, tables }: TablesView): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { currency } = jackpot.configuration;
  const rows = [...tablesKnown(jackpot, tables)].map(([name, table]) => {
    const state = tableState(jackpot, name, table);
    const link = html`<a href="${tablePath(jackpot.id, name)}">${name}</a>`;
    const chip = html`<span class="state ${state}">${own(stateNames[state])}</span>`;
    if (!table) return [link, chip];
    const { betMeter, prizeMeter, rounds, refused, seenAtMs } = table;
    return [
      link,
      chip,
      agoText(reader, seenAtMs),
      rounds.length,
      money(formatMicros(betMeter.stakesMicros, currency)),
      money(formatMicros(prizeMeter.awardedMicros, currency)),
      refused.length === 0 ? '' : refused.length,
    ];
  });
  const heads = [
    ...[said.table, said.state, said.lastHeard, said.openRounds, said.turnover, said.awarded],
    said.refusals,
  ];
  const pathOf = (id: string): string => `/tables/${encodeURIComponent(id)}`;
  return html`${jackpotLinks(ids, jackpot.id, pathOf)}
  ${listTable(reader, heads, rows, said.noTables)}`;
}

const stateNames = {
  blocked: said.tableBlocked,
  silent: said.tableSilent,
  playing: said.tablePlaying,
  idle: said.tableIdle,
  unheard: said.tableUnheard,
} as const;

/** One table: its rounds with their bets, the refusals, and the possible acts. */
export function tableBody(
  reader: Reader,
  jackpot: Jackpot,
  name: string,
  table: TableState | undefined,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const state = tableState(jackpot, name, table);
  const title = html`<p>
    <b>${name}</b> <small>${jackpot.id}</small>
    <span class="state ${state}">${own(stateNames[state])}</span>
  </p>`;
  const acts = tableForms(reader, jackpot, name);
  const guide = state === 'silent' ? guidePart(reader, 'silence') : undefined;
  if (!table) return html`${title}${guide}${acts}`;
  const facts = tableFacts(jackpot, name, table);
  const { currency, zone } = jackpot.configuration;
  const { betMeter, prizeMeter, seenAtMs, sequence, carried } = table;
  const heard = `${houseTime(seenAtMs, zone)} · ${agoText(reader, seenAtMs)}`;
  const waiting = facts.carried.map((bet) => betText(reader, bet, currency)).join(', ');
  const rounds = facts.rounds.map((round) => roundRow(reader, round, jackpot));
  const refused = facts.refused
    .toReversed()
    .map(({ sequence: at, type, round, reason, seat }) => [
      html`${own(forDealer(type, reason, seat).say)}<br /><small>${type}, ${reason}</small>`,
      seat ?? '–',
      round ?? '–',
      at,
    ]);
  return html`${title}${guide}
    ${factList(reader, [
      [said.lastHeard, heard],
      [said.sequence, String(sequence)],
      [said.turnover, `${formatMicros(betMeter.stakesMicros, currency)} · ${betMeter.bets}`],
      [said.awarded, `${formatMicros(prizeMeter.awardedMicros, currency)} · ${prizeMeter.seats}`],
      [said.carried, carried.length > 0 ? waiting : undefined],
      [said.metersDiffer, metersText(facts, currency, zone)],
    ])}
    <h2>${own(said.openRounds)}</h2>
    ${listTable(reader, roundHeads, rounds, said.none)}
    <h2>${own(said.refusals)}</h2>
    ${listTable(reader, [said.whatToDo, said.seat, said.round, said.eventSequence], refused, said.none)}
    ${acts}`;
}

const roundHeads = [said.round, said.state, said.recorded, said.dealt, said.bets];

function roundRow(
  reader: Reader,
  { round, state, beganAt, dealt, bets, leftOut }: TableFacts['rounds'][number],
  { configuration }: Jackpot,
): string[] {
  const own = (words: Words): string => tell(reader, words);
  const { currency, zone } = configuration;
  return [
    round,
    own(state === 'open' ? said.tablePlaying : said.unsettled),
    houseTime(beganAt, zone),
    leftOut.length > 0
      ? `${own(said.dealtWithout)} ${leftOut.join(', ')}`
      : own(dealt ? said.yes : said.no),
    bets.map((bet) => betText(reader, bet, currency)).join(', ') || '–',
  ];
}

function betText(
  reader: Reader,
  { seat, stake }: TableFacts['carried'][number],
  currency: string,
): string {
  return `${tell(reader, said.seat)} ${seat}: ${formatMinor(stake, currency)}`;
}

function metersText(
  { metersDiffered }: TableFacts,
  currency: string,
  zone: string,
): string | undefined {
  if (!metersDiffered) return undefined;
  const { stakes, paid, at } = metersDiffered;
  const [inStakes, inPaid] = [stakes, paid].map((each) => formatMicros(BigInt(each), currency));
  return `${inStakes}, ${inPaid} · ${houseTime(at, zone)}`;
}

function tableForms(reader: Reader, jackpot: Jackpot, table: string): Markup | undefined {
  if (!reader.person?.roles.includes('operate') || jackpot.retired) return undefined;
  const own = (words: Words): string => tell(reader, words);
  const act = jackpot.blocked.has(table) ? 'unblock' : 'block';
  const about = { jackpot: jackpot.id, table };
  const reason = textField(reader, 'reason', said.reason, true);
  return html`<div class="acts">
    ${actForm(reader, { act, title: own(said[act]), about }, reason)}
    ${actForm(
      reader,
      { act: 'reset', title: own(said.reset), about },
      html`${textField(reader, 'sequence', said.newSequence, true)}${reason}`,
    )}
  </div>`;
}
