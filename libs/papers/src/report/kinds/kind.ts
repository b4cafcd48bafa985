import type { Home } from '#acts';
import type { LiveLedger, Replay } from '#proof';
import type { Making } from '../report-file.js';
import type { ReportName, SectionName } from '../report-words.js';
import type { AskedReport, ReportFrame, Sink } from '../report.js';

/** What a report is made from. */
export interface ReportSource {
  readonly connections: LiveLedger;
  /** Of the jackpot that is asked for, or all of them; at least one. */
  readonly homes: readonly [Home, ...Home[]];
  readonly asked: AskedReport;
  /** Whether a statement is compared with the log, folded again. */
  readonly isProven: boolean;
  /** File of a checkpoint to fold from. */
  readonly checkpoint: string | undefined;
  /**
   * The past of a jackpot from the log alone, where a report needs it.
   * @param from file of a checkpoint; by default the first record.
   */
  readonly openReplay: (jackpot: string, from: string | undefined) => Promise<Replay>;
}

/** A report that has been begun: its frame is known, its rows are not yet. */
export interface BegunReport {
  readonly frame: ReportFrame;
  readonly made: Pick<Making, 'block' | 'compared'>;
  /** Gives its rows to the sink. */
  readonly fill: (sink: Sink) => Promise<ReportEnd> | ReportEnd;
}

interface ReportEnd {
  readonly notes: readonly string[];
  /** What differs, where something does. */
  readonly failure?: { readonly message: string; readonly exitCode: number };
}

/** One kind of report. */
export interface ReportKind {
  readonly name: ReportName;
  readonly description: string;
  readonly sections: readonly SectionName[];
  /** Whether it is of one jackpot; else of all. */
  readonly isOfOne: boolean;
  /** Whether it may be of several days. */
  readonly isOfDays: boolean;
  /** Whether it folds the log: always, or where it is asked to prove what it says. */
  readonly folds: 'always' | 'to-prove' | 'never';
  /** @throws UserError where a day is not closed, or something that it reads is not right. */
  readonly begin: (source: ReportSource) => Promise<BegunReport>;
}
