import { exitCodes, UserError } from '#contract';
import { sections, type ColumnName, type ReportName, type SectionName } from './report-words.js';

/** Money is micro-units, times are ISO 8601; null for an empty cell. */
export type ReportCell = string | number | bigint | null;
export type ReportRow = readonly ReportCell[];

/** The request, in closed days: the same question always has the same answer. */
export interface AskedReport {
  readonly report: ReportName;
  /** At least one jackpot. */
  readonly jackpots: readonly string[];
  /** The first and the last day, as YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

/** The place of a report's records in the log. */
export interface ReportPlace {
  readonly partition: number;
  /** Offsets, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** Kafka times, ISO 8601; `began` is null for the first record of all. */
  readonly began: string | null;
  readonly ended: string;
}

/** The parts of a report other than its lists. */
export interface ReportFrame {
  /** Currency of all its amounts; null if its lists name a currency in each row. */
  readonly currency: string | null;
  /** The last day in it. */
  readonly day: string;
  /** Null if it is for several jackpots. */
  readonly place: ReportPlace | null;
  /** Sentences for the reader. */
  readonly notes: readonly string[];
}

/** One list of a report. */
export interface SectionContent {
  readonly section: SectionName;
  readonly rows: readonly ReportRow[];
}

/** A whole report: the same log gives the same content. */
export interface ReportContent extends ReportFrame {
  readonly asked: AskedReport;
  readonly sections: readonly SectionContent[];
}

/** Receives the rows of a report, in the order in which they are made. */
export type Sink = (section: SectionName, rows: readonly ReportRow[]) => void;

/** More rows do not fit into one page, one JSON document or memory. */
const rowsAtMost = 50_000;

/** Keeps all rows. */
export class CollectedRows {
  private readonly lists: ReadonlyMap<SectionName, ReportRow[]>;
  private count = 0;

  /** @param names of the lists, in the order of the report. */
  constructor(names: readonly SectionName[]) {
    this.lists = new Map(names.map((name) => [name, []]));
  }

  /** @throws UserError for more rows than a person reads. */
  readonly add: Sink = (name, rows) => {
    this.count += rows.length;
    if (this.count > rowsAtMost) {
      throw new UserError(
        `The report has more than ${rowsAtMost} lines. Ask for fewer days, or for one list with --csv.`,
        exitCodes.usage,
      );
    }
    for (const row of rows) this.lists.get(name)?.push(row);
  };

  get sections(): SectionContent[] {
    return [...this.lists].map(([section, rows]) => ({ section, rows }));
  }
}

/** The cell of a row, by the name of its column. */
export function cellNamed(section: SectionName, row: ReportRow, column: ColumnName): ReportCell {
  return row[columnsOfSection(section).indexOf(column)] ?? null;
}

export function columnsOfSection(section: SectionName): readonly ColumnName[] {
  return sections[section].columns;
}
