import { visible } from '#acts';
import { table } from '../format/table.js';
import {
  cellNamed,
  cellText,
  columns,
  columnsOfSection,
  headLines,
  houseWords,
  rareColumns,
  sections,
  subjectOf,
  titles,
  type ColumnName,
  type HouseWords,
  type MadeReport,
  type SectionContent,
} from '#papers';

/** A report for a terminal: amounts in major units, numbers aligned right. */
export function reportText(report: MadeReport): string {
  const { asked, sections: lists } = report.content;
  const head = headLines(report).map(([name, text]) => `  ${name.en}: ${visible(text)}\n`);
  const title = `${titles[asked.report].en} ${subjectOf(report.content)}\n`;
  return title + head.join('') + lists.map((list) => listText(list, houseWords(report))).join('');
}

function listText({ section, rows }: SectionContent, house: HouseWords): string {
  const title = sections[section].words.en;
  if (rows.length === 0) return `\n${title}: none.\n`;
  const isShown = (column: ColumnName): boolean =>
    !rareColumns.has(column) || rows.some((row) => Number(cellNamed(section, row, column)) !== 0);
  const shown = columnsOfSection(section).filter(isShown);
  const texts = rows.map((row) =>
    shown.map((column) => {
      const text = cellText(house, [section, row], column);
      return columns[column].is === 'digest' && text !== '' ? `${text.slice(0, 12)}…` : text;
    }),
  );
  const heads = shown.map((column) => columns[column].words.en.toLowerCase());
  const isNumber = shown.map((column) => ['count', 'money'].includes(columns[column].is));
  return `\n${title}\n${table(heads, texts, isNumber)}`;
}
