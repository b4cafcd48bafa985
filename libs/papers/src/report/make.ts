import { commonZone, type Signer } from '#acts';
import type { Authority } from '#pools';
import { exitCodes, UserError, version } from '#contract';
import type { BegunReport, ReportKind, ReportSource } from './kinds/kind.js';
import { contentDigest, reportSignedText, type Making } from './report-file.js';
import { CollectedRows, type ReportContent } from './report.js';

/** The maker of a report, and the head of its page. */
interface Maker {
  readonly house: string | null;
  /** The maker's key; undefined if nobody is named. */
  readonly signer: Signer | undefined;
  /** True if the report is also signed. */
  readonly isSigned: boolean;
}

/**
 * Makes a whole report, with the signature if it has one.
 * @throws UserError like `ReportKind.begin`, for more rows than a person reads, or if the signer's
 *   key is not in force.
 */
export async function makeReport(
  kind: ReportKind,
  source: ReportSource,
  { house, signer, isSigned }: Maker,
) {
  const { authority } = source.homes[0].now;
  const key = keyOf(signer, authority, isSigned);
  const begun = await kind.begin(source);
  const zone = commonZone(source.homes.map(({ jackpot }) => jackpot)) ?? 'UTC';
  const { content, failure } = await filledReport(kind, source, begun);
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

/** @throws UserError if the signer's key is not in force; a reader does not need a key. */
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

/** Returns all rows of a begun report. */
export async function filledReport(
  { sections }: Pick<ReportKind, 'sections'>,
  { asked }: Pick<ReportSource, 'asked'>,
  begun: BegunReport,
) {
  const rows = new CollectedRows(sections);
  const { notes, failure } = await begun.fill(rows.add);
  const { frame } = begun;
  const all = [...frame.notes, ...notes];
  const content: ReportContent = { asked, ...frame, notes: all, sections: rows.sections };
  return { content, failure };
}
