import { escapedHtml, inAll, pageHtml } from '../page-html.js';
import { distinctWords } from '../words.js';
import { cellText, wordsOfCell, type HouseWords } from './cell-text.js';
import { headLines, subjectOf } from './head-lines.js';
import { houseWords, type MadeReport } from './report-file.js';
import { reportStyle } from './report-style.js';
import { columns, sections, titles, type ColumnName } from './report-words.js';
import { cellNamed, columnsOfSection, type ReportRow, type SectionContent } from './report.js';

/** A report as one page for printing on A4, in English, Portuguese and Traditional Chinese. */
export function reportHtml(report: MadeReport): string {
  const { content, made } = report;
  const subject = subjectOf(content);
  const head = headLines(report).map(
    ([name, text]) => `<dt>${inAll(name)}</dt><dd>${escapedHtml(text)}</dd>`,
  );
  const house = made.house === null ? '' : `<p class="house">${escapedHtml(made.house)}</p>\n`;
  const title = titles[content.asked.report];
  const body = `${house}<h1>${inAll(title)}<br>${escapedHtml(subject)}</h1>
<dl>${head.join('\n')}</dl>
${content.sections.map((list) => listHtml(list, houseWords(report))).join('\n')}`;
  return pageHtml(`${title.en} ${subject}`, reportStyle, body);
}

function listHtml({ section, rows }: SectionContent, house: HouseWords): string {
  const title = `<h2>${inAll(sections[section].words)}</h2>`;
  if (rows.length === 0) return `${title}\n<p>–</p>`;
  const names = columnsOfSection(section);
  const heads = names.map((name) => {
    const lines = distinctWords(columns[name].words).map(escapedHtml);
    return `<th${classOf(name)}>${lines.join('<br>')}</th>`;
  });
  const lines = rows.map((row) => {
    const cells = names.map((name) => cellHtml(house, [section, row], name));
    return `<tr>${cells.join('')}</tr>`;
  });
  return `${title}
<table><thead><tr>${heads.join('')}</tr></thead>
<tbody>${lines.join('\n')}</tbody></table>`;
}

function cellHtml(
  house: HouseWords,
  [section, row]: readonly [SectionContent['section'], ReportRow],
  name: ColumnName,
): string {
  const words = wordsOfCell(name, cellNamed(section, row, name));
  const text = words ? inAll(words) : escapedHtml(cellText(house, [section, row], name));
  return `<td${classOf(name)}>${text}</td>`;
}

function classOf(name: ColumnName): string {
  const { is } = columns[name];
  if (is === 'count' || is === 'money') return ' class="number"';
  return is === 'digest' ? ' class="digest"' : '';
}
