import { houseDay, houseTime } from '#acts';
import { formatMicros, type StatementMessage } from '#contract';
import { dayBalance, type Words } from '#papers';
import type { Jackpot } from '#pools';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { actForm, jackpotLinks, listTable, money, needsRolePart, textField } from './parts.js';
import { said } from './words.js';

/** The reports that a page offers: those that do not need a fold of the log. */
export const offeredReports = ['day', 'awards', 'tables', 'meters', 'liability'] as const;
export type OfferedReport = (typeof offeredReports)[number];

/** The gaming days of a jackpot. */
interface DaysView {
  /** Ids of all jackpots. */
  readonly ids: readonly string[];
  readonly jackpot: Jackpot;
  /** The newest first. */
  readonly statements: readonly StatementMessage[];
}

/** The closed gaming days with their reports, and the form that closes one. */
export function daysBody(reader: Reader, { ids, jackpot, statements }: DaysView): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { id, closed, configuration, retired } = jackpot;
  const rows = statements.map((statement) => dayRow(reader, statement, configuration.zone));
  const heads = [said.day, said.closedBy, said.stakes, said.contributions, said.pool, said.reports];
  const may = reader.person?.roles.includes('close') && !retired;
  const form = actForm(
    reader,
    { act: 'close-day', title: own(said['close-day']), about: { jackpot: id } },
    html`${dayField(reader, houseDay(configuration.zone, 1, Date.now()))}${textField(reader, 'funds', said.funds)}`,
  );
  const last = closed ? closed.day : own(said.noDay);
  return html`${jackpotLinks(ids, id, (each) => `/days/${encodeURIComponent(each)}`)}
    <p><b>${id}</b> <small>${own(said.lastClosed)} ${last}</small></p>
    ${may ? html`<div class="acts">${form}</div>` : needsRolePart(reader, said['close-day'], 'close')}
    ${listTable(reader, heads, rows, said.noDays)}`;
}

function dayField(reader: Reader, yesterday: string): Markup {
  return html`<label
    >${tell(reader, said.day)} <input type="date" name="day" value="${yesterday}" required
  /></label>`;
}

function dayRow(reader: Reader, statement: StatementMessage, zone: string): (string | Markup)[] {
  const { jackpot, day, by, at, currency, causes, closing } = statement;
  const bets = causes.find(({ cause }) => cause === 'contribution')?.day;
  const amount = (micros: bigint): Markup => money(formatMicros(micros, currency));
  const links = offeredReports.map((name) => {
    const path = `/days/${encodeURIComponent(jackpot)}/${day}/${name}`;
    return html`<a href="${path}" target="_blank">${tell(reader, reportNames[name])}</a>
      <a href="${path}.csv" download><small>CSV</small></a> `;
  });
  return [
    html`<b>${day}</b>`,
    html`${by.holder}<br /><small>${houseTime(at, zone)}</small>`,
    amount(-BigInt(bets?.players ?? 0)),
    amount(dayBalance(statement).contributions),
    amount(BigInt(closing.pool)),
    html`${links}`,
  ];
}

const reportNames = {
  day: said.day,
  awards: said.claims,
  tables: said.tables,
  meters: said.meters,
  liability: said.liability,
} as const;
