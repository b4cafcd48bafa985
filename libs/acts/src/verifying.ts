import { exitCodes, parseJson, UserError } from '#contract';
import type { Claim, ShownCards } from '#pools';
import type { LiveLedger } from '#proof';
import type { AwardActData } from './act-data.js';
import type { Home } from './ledger-door.js';
import { reasonWith } from './reasons.js';

type EvidenceSeen = AwardActData<'award.verified'>['evidence'];

/** The evidence that a person has seen before confirming an award. */
interface SeenByVerifier extends Omit<EvidenceSeen, 'note'> {
  readonly seats: readonly number[];
  /** The reason why the deck is short or was not counted, and other notes for the log. */
  readonly note: string | undefined;
  /** The reason why it is right in spite of an objection. */
  readonly despite: string | undefined;
}

/**
 * The command that confirms seats of an award, and a note for its proposal.
 * @throws UserError if nobody says who has seen the cards, or if a deck that was not counted whole
 * has no note.
 */
export function verifyingCommand(
  award: string,
  { seats, note: own, despite, ...evidence }: SeenByVerifier,
) {
  const { deck, hands, community, surveillance } = evidence;
  const note = reasonWith(own, despite);
  if (!hands && !community && surveillance === undefined && note === '') {
    throw new UserError(
      'Who has seen the cards? Give or tick the cards that you have seen, give the number of the recording, or a note that says why nobody has.',
      exitCodes.usage,
    );
  }
  if (deck !== 'counted' && note === '') {
    const why = deck === 'short' ? 'is short' : 'was not counted';
    throw new UserError(
      `Say in the note why the deck ${why}. Where the jackpot has approvals, one more person must approve it.`,
      exitCodes.usage,
    );
  }
  const data = { award, seats, evidence: { ...evidence, ...(note !== '' && { note }) } };
  return { type: 'award.verified', data, note: note || `the deck was ${deck}` } as const;
}

/** The cards that the table has declared with an award; undefined if it did not declare cards. */
export async function declaredCards(
  live: LiveLedger,
  { partition }: Pick<Home, 'partition'>,
  { offset }: Pick<Claim, 'offset'>,
): Promise<ShownCards | undefined> {
  const [record] = await live.recordsAt('events', partition, [offset]);
  const { data } = Object(record?.value && parseJson(record.value)) as { data?: ShownCards };
  return data?.hands || data?.community ? data : undefined;
}
