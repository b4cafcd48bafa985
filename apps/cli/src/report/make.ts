import type { Signer } from '#acts';
import type { Authority } from '#pools';
import { exitCodes, UserError, version } from '#contract';
import { commonZone } from '../options/time-option.js';
import { awardsKind } from './kinds/awards.js';
import { configurationsKind } from './kinds/configurations.js';
import { dayKind } from './kinds/day.js';
import { eventsKind } from './kinds/events.js';
import type { BegunReport, ReportKind, ReportSource } from './kinds/kind.js';
import { liabilityKind } from './kinds/liability.js';
import { metersKind } from './kinds/meters.js';
import { tablesKind } from './kinds/tables.js';
import { contentDigest, reportSignedText, type Making } from './report-file.js';
import type { ReportName } from './report-words.js';
import { CollectedRows, type ReportContent } from './report.js';

/** All reports, in the order of the help. */
export const reportKinds: Readonly<Record<ReportName, ReportKind>> = {
  day: dayKind,
  meters: metersKind,
  awards: awardsKind,
  tables: tablesKind,
  liability: liabilityKind,
  configurations: configurationsKind,
  events: eventsKind,
};

/** Who makes a report, and what is at its head. */
interface Maker {
  readonly house: string | null;
  /** Who makes it; undefined where nobody says so. */
  readonly signer: Signer | undefined;
  /** Whether it is signed, too. */
  readonly isSigned: boolean;
}

/**
 * Makes a whole report, with the signature where it has one.
 * @throws UserError as `ReportKind.begin`, for more rows than a person reads, or where the key of
 * who signs is not in force.
 */
export async function makeReport(source: ReportSource, { house, signer, isSigned }: Maker) {
  const kind = reportKinds[source.asked.report];
  const { authority } = source.homes[0].now;
  const key = keyOf(signer, authority, isSigned);
  const begun = await kind.begin(source);
  const zone = commonZone(source.homes.map(({ jackpot }) => jackpot)) ?? 'UTC';
  const { content, failure } = await filledReport(source, begun);
  const made: Making = {
    at: new Date().toISOString(),
    by: key ? { kid: key.kid, holder: key.holder } : null,
    ...{ version, house, zone },
    ...begun.made,
  };
  const report = { content, made, digest: contentDigest(content) };
  const signature =
    signer && isSigned ? signer.sign(authority.ledger ?? '', reportSignedText(report)) : null;
  return { report, signature, failure };
}

/** @throws UserError where the key of who signs is not in force; who only reads needs none. */
function keyOf(signer: Signer | undefined, authority: Authority, isSigned: boolean) {
  try {
    return signer?.inForce(authority);
  } catch (error) {
    if (isSigned) {
      const { message } = error as Error;
      const sentence = message.replace('Nothing was sent:', 'The report cannot be signed:');
      throw new UserError(sentence, exitCodes.config);
    }
    return undefined;
  }
}

/** All rows of a report that was begun. */
export async function filledReport({ asked }: Pick<ReportSource, 'asked'>, begun: BegunReport) {
  const rows = new CollectedRows(reportKinds[asked.report].sections);
  const { notes, failure } = await begun.fill(rows.add);
  const { frame } = begun;
  const all = [...frame.notes, ...notes];
  const content: ReportContent = { asked, ...frame, notes: all, sections: rows.sections };
  return { content, failure };
}
