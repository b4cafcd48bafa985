import { type AwardActData, declaredCards, Home, reasonWith, verifyingCommand } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import { Command, Option } from '@commander-js/extra-typings';
import { awardAct } from '../act-command.js';
import { readCards, readHands, readSeats } from '../options/award-options.js';
import { choiceOption, choicesOf, despiteOption } from '../options/common.js';
import type { Connections } from '../servers/connections.js';

type VerifyEvidence = AwardActData<'award.verified'>['evidence'];

const decks = choicesOf<VerifyEvidence['deck']>({
  counted: true,
  short: true,
  'not-counted': true,
});

/** Confirms seats of a locked award: each gets its slip. */
export const verifyAwardCommand = awardAct(
  () =>
    new Command('verify-award')
      .description('confirm the seats of an award; each gets its slip (role operate)')
      .argument('<award>', 'as `claims` lists it')
      .addOption(
        new Option('--seats <seats>', 'such as 1,3 (default: all that are locked)').argParser(
          readSeats('--seats'),
        ),
      )
      .addOption(choiceOption('--deck <how>', 'how the deck was counted', decks))
      .addOption(
        new Option('--hands <hands>', 'cards of these seats, such as 1:AsKsQs,3:2h2d2c').argParser(
          readHands('--hands'),
        ),
      )
      .addOption(
        new Option('--community <cards>', 'the two community cards, such as JsTs').argParser(
          readCards('--community'),
        ),
      )
      .option(
        '--surveillance <text>',
        'what surveillance says, such as the number of its recording',
      )
      .option('--cards-differ <text>', 'why the cards differ from those that the table declared')
      .addOption(despiteOption())
      .option('--note <text>', 'for the log; must say why the deck is short or was not counted'),
  async ({ home, connections }, award, { deck, hands, community, surveillance, ...given }) => {
    const { seats, cardsDiffer } = given;
    const why = await whyOtherCards(connections, home, award, { hands, community });
    if (why !== undefined && cardsDiffer === undefined) {
      throw new UserError(
        `${why}. Check that it is the right award. If it is, say why they differ with --cards-differ.`,
        exitCodes.usage,
      );
    }
    const { type, data, note } = verifyingCommand(award, {
      seats: seats ?? lockedSeats(home, award),
      deck,
      ...(hands !== undefined && { hands }),
      ...(community !== undefined && { community }),
      ...(surveillance !== undefined && { surveillance }),
      note: reasonWith(given.note, cardsDiffer) || undefined,
      despite: given.despite,
    });
    const command = { type, subject: home.id, data } as const;
    return {
      command,
      note,
      despite: given.despite,
    };
  },
);

/**
 * The difference between the cards seen and those that the table declared; undefined if there is
 * none.
 */
async function whyOtherCards(
  connections: Connections,
  home: Home,
  award: string,
  { hands: seen = [], community = [] }: Pick<VerifyEvidence, 'hands' | 'community'>,
): Promise<string | undefined> {
  const claim = home.jackpot.claims.get(award);
  if (!claim || (seen.length === 0 && community.length === 0)) return undefined;
  const declared = await declaredCards(connections, home, claim);
  const { hands = [], community: table = [] } = declared ?? {};
  const sorted = (cards: readonly string[]): string => cards.toSorted().join(' ');
  if (community.length > 0 && table.length > 0 && sorted(community) !== sorted(table)) {
    return `--community: the table has declared ${table.join(' ')}`;
  }
  for (const { seat, cards } of seen) {
    const held = hands.find((each) => each.seat === seat)?.cards;
    if (held && sorted(held) !== sorted(cards)) {
      return `--hands: the table has declared ${held.join(' ')} for seat ${seat}`;
    }
  }
  return undefined;
}

/** @throws UserError if no seat of the award waits for verification. */
function lockedSeats(home: Home, award: string): number[] {
  const seats = home.jackpot.claims.get(award)?.seats ?? [];
  const locked = seats.filter(({ state }) => state === 'locked');
  if (locked.length > 0) return locked.map(({ seat }) => seat);
  throw new UserError(
    `No seat of ${award} waits to be verified: \`claims ${home.id}\` lists those that do, \`explain\` shows what became of this award.`,
  );
}
