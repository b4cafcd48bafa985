import { exitCodes, UserError } from '#contract';
import { sections, type ColumnName, type ReportName, type SectionName } from './report-words.js';

/** Money is micro-units, times are ISO 8601; null where there is nothing to say. */
export type ReportCell = string | number | bigint | null;
export type ReportRow = readonly ReportCell[];

/** What is asked for, as days that are closed: the same question always has the same answer. */
export interface AskedReport {
  readonly report: ReportName;
  /** At least one. */
  readonly jackpots: readonly string[];
  /** The first and the last day, as YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

/** Where the records of a report lie. */
export interface ReportPlace {
  readonly partition: number;
  /** Offsets, both included. */
  readonly from: number;
  readonly to: number;
  /** Kafka times, ISO 8601; `began` is null for the first record of all. */
  readonly began: string | null;
  readonly ended: string;
}

/** What a report says beside its lists. */
export interface ReportFrame {
  /** Of all its amounts; null where its lists name one in each row. */
  readonly currency: string | null;
  /** The last day that it has. */
  readonly day: string;
  /** Null where it is of several jackpots. */
  readonly place: ReportPlace | null;
  /** Sentences for who reads it. */
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

/** Where the rows of a report go, in the order in which they are made. */
export type Sink = (section: SectionName, rows: readonly ReportRow[]) => void;

/** What does not fit into one page, one JSON or the memory. */
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

/** A row's cell by the name of its column. */
export function cellNamed(section: SectionName, row: ReportRow, column: ColumnName): ReportCell {
  return row[columnsOfSection(section).indexOf(column)] ?? null;
}

export function columnsOfSection(section: SectionName): readonly ColumnName[] {
  return sections[section].columns;
}
