import { readFileSync } from 'node:fs';
import { fontFaces } from '../page-font.js';
import type { StatementMessage } from '#contract';
import { closedDayRows } from './gaming-days.js';
import { movedSign, tableDays } from './day-figures.js';
import { contentDigest, type MadeReport } from './report-file.js';
import { reportHtml } from './report-html.js';
import { cellWords, columns, sections, titles } from './report-words.js';
import type { ReportContent } from './report.js';
import { dayCauseRows, tableRow } from './statement-rows.js';

const sample = new URL('../../../../libs/contract/samples/statement.json', import.meta.url);
const statement = JSON.parse(readFileSync(sample, 'utf8')) as StatementMessage;

function made(changes: Partial<StatementMessage> = {}): MadeReport {
  const said = { ...statement, ...changes };
  const place = { partition: 3, from: said.from, to: said.offset, began: null, ended: said.at };
  const content: ReportContent = {
    asked: { report: 'day', jackpots: [said.jackpot], from: said.day, to: said.day },
    ...{ currency: 'MOP', day: said.day, place, notes: [] },
    sections: [
      { section: 'causes', rows: dayCauseRows(said) },
      { section: 'sign', rows: movedSign(said) },
      { section: 'tables', rows: tableDays(said, null).map(tableRow) },
      { section: 'claims', rows: [] },
      { section: 'closed-days', rows: closedDayRows([said]) },
    ],
  };
  const by = { kid: 'audit-1', holder: 'M. <Leong>' };
  const at = '2026-12-01T01:00:00.000Z';
  const making = { at, by, version: '0.1.0', house: 'Casa & Filhos', zone: 'Asia/Macau' };
  return {
    content,
    made: { ...making, block: null, compared: 'topic' },
    digest: contentDigest(content),
  };
}

test('a page says everything in three languages, and loads and runs nothing', () => {
  const html = reportHtml(made());
  for (const text of ['Gaming day · Dia de jogo · 博彩日報告', 'Players<br>Jogadores<br>博彩者']) {
    expect(html).toContain(text);
  }
  expect(html).toContain('<td>contribution · contribuição · 撥入</td>');
  expect(html).toContain('<td class="number">1,000,035.00</td>');
  expect(html).not.toMatch(/<script|<link|src=|href=|https?:/);
});

test('what others have written is no markup, and what nobody sees is written out', () => {
  const [row] = statement.tables;
  const html = reportHtml(made({ tables: row ? [{ ...row, table: '<b>\u202eT1' }] : [] }));
  expect(html).toContain('&lt;b&gt;\\u202eT1');
  expect(html).toContain('M. &lt;Leong&gt;');
  expect(html).toContain('Casa &amp; Filhos');
});

test('every list has columns that there are, each once', () => {
  for (const { columns: names } of Object.values(sections)) {
    expect(names.filter((name) => !Object.hasOwn(columns, name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('every word of every report has its Chinese characters in the font', () => {
  const all = [titles, sections, columns, cellWords];
  const chinese = [...new Set(JSON.stringify(all).match(/\p{Script=Han}/gu))];
  const faces = fontFaces(chinese.join(''));
  for (const character of chinese) {
    expect(faces).toContain(`U+${character.codePointAt(0)?.toString(16)}`);
  }
});
