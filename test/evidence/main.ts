import { readFileSync } from 'node:fs';
import { ageOf } from './age.js';
import { keptReports, readSourcesLine, type KeptReport } from './kept-reports.js';
import { keptPages, quotationsIn } from './quotations.js';

/**
 * `npm run evidence`: prints each kept report with its sources, the number of commits that have
 * changed these since, the command that makes it, and the text that README.md and SECURITY.md quote
 * from it.
 */
const pages = keptPages();
const quotations = ['README.md', 'SECURITY.md'].flatMap((document) =>
  quotationsIn(readFileSync(document, 'utf8'), pages).map((found) => ({ document, ...found })),
);
const reports: readonly KeptReport[] = Object.values(keptReports);
const head = ['report', 'version', 'sources', 'date', 'commits since'];
const rows = [head, ...reports.map(rowOf)];
const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
const lines = rows.map((row) =>
  row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  '),
);
console.log(lines.shift()?.trimEnd());
for (const { file, command } of reports) {
  console.log(lines.shift()?.trimEnd());
  console.log(`    made by: ${command}`);
  for (const { document, text, wrong } of quotations.filter((one) => one.reports.includes(file))) {
    console.log(`    ${document}: ${shortened(text, file)}`);
    for (const sentence of wrong) console.log(`    WRONG: ${sentence}`);
  }
}

function rowOf(report: KeptReport): string[] {
  const page = pages.get(report.file);
  if (page === undefined) return [report.file, '', '', '', 'no report is kept'];
  const line = readSourcesLine(page);
  if (line === null) return [report.file, '', '', '', 'unknown: it does not name its sources'];
  return [report.file, line.version, line.digest, line.date, String(ageOf(report, line.digest))];
}

/**
 * The text in at most 100 characters, without Markdown; for a table row, the cell that links the
 * report.
 */
function shortened(text: string, file: string): string {
  const said = text.split(' | ').find((cell) => cell.includes(file)) ?? text;
  const read = said.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '');
  return read.length <= 100 ? read : `${read.slice(0, 97)}...`;
}
