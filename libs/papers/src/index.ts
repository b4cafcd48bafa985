export { fontFaces } from './page-font.js';
export { escapedHtml, inAll, pageHtml } from './page-html.js';
export { forDealer, forDealerSchema, leftOutForDealer } from './dealer-words.js';
export { awardsKind } from './report/kinds/awards.js';
export { dayKind } from './report/kinds/day.js';
export type { ReportKind, ReportSource } from './report/kinds/kind.js';
export { liabilityKind } from './report/kinds/liability.js';
export { metersKind } from './report/kinds/meters.js';
export { tablesKind } from './report/kinds/tables.js';
export { cellText, type HouseWords } from './report/cell-text.js';
export { dayBalance } from './report/day-figures.js';
export { closedDayRows, gamingDays, notClosed } from './report/gaming-days.js';
export { headLines, subjectOf } from './report/head-lines.js';
export { filledReport, makeReport } from './report/make.js';
export { CsvList } from './report/report-csv.js';
export {
  contentDigest,
  firstDifference,
  houseWords,
  isAsWritten,
  readReportFile,
  reportFacts,
  reportSigner,
  type MadeReport,
  type Making,
} from './report/report-file.js';
export { reportHtml } from './report/report-html.js';
export {
  causeWords,
  columns,
  rareColumns,
  sections,
  titles,
  type ColumnName,
  type ReportName,
  type SectionName,
} from './report/report-words.js';
export {
  cellNamed,
  columnsOfSection,
  type AskedReport,
  type ReportContent,
  type ReportRow,
  type SectionContent,
  type Sink,
} from './report/report.js';
export { readStatements } from './report/statement-topic.js';
export { rowOf } from './report/statement-rows.js';
export { readAct, type RecordedAct } from './slip/recorded-act.js';
export {
  actNames,
  causeNames,
  deckNames,
  roleNames,
  roleWords,
  stepNames,
} from './slip/slip-labels.js';
export { readSlip } from './slip/read-slip.js';
export { slipHtml } from './slip/slip-html.js';
export { slipText } from './slip/slip-text.js';
export { amountInWords } from './slip/words/amount-in-words.js';
export {
  distinctWords,
  handNames,
  languages,
  methodNames,
  trilingual,
  type Words,
} from './words.js';
