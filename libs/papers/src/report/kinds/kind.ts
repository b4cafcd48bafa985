import type { Home } from '#acts';
import type { LiveLedger, Replay } from '#proof';
import type { Making } from '../report-file.js';
import type { ReportName, SectionName } from '../report-words.js';
import type { AskedReport, ReportFrame, Sink } from '../report.js';

/** The sources of a report. */
export interface ReportSource {
  readonly connections: LiveLedger;
  /** Homes of the requested jackpot, or of all; at least one. */
  readonly homes: readonly [Home, ...Home[]];
  readonly asked: AskedReport;
  /** True if a statement is compared with the log, folded again. */
  readonly isProven: boolean;
  /** File of a checkpoint to fold from. */
  readonly checkpoint: string | undefined;
  /**
   * The past of a jackpot from the log alone, for reports that need it.
   * @param from file of a checkpoint; by default the first record.
   */
  readonly openReplay: (jackpot: string, from: string | undefined) => Promise<Replay>;
}

/** A report that was begun: its frame is known, but not its rows. */
export interface BegunReport {
  readonly frame: ReportFrame;
  readonly made: Pick<Making, 'block' | 'compared'>;
  /** Writes its rows to the sink. */
  readonly fill: (sink: Sink) => Promise<ReportEnd> | ReportEnd;
}

interface ReportEnd {
  readonly notes: readonly string[];
  /** The differences, if there are any. */
  readonly failure?: { readonly message: string; readonly exitCode: number };
}

export interface ReportKind {
  readonly name: ReportName;
  readonly description: string;
  readonly sections: readonly SectionName[];
  /** True if it is for one jackpot; else it is for all. */
  readonly isOfOne: boolean;
  /** True if it may be for several days. */
  readonly isOfDays: boolean;
  /** When it folds the log: always, if a proof is requested, or never. */
  readonly folds: 'always' | 'to-prove' | 'never';
  /** @throws UserError if a day is not closed, or something that it reads is wrong. */
  readonly begin: (source: ReportSource) => Promise<BegunReport>;
}
