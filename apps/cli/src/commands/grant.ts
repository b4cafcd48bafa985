import { type GrantData, reasonWith, visible } from '#acts';
import { formatMinor } from '#contract';
import { exitCodes, UserError } from '#contract/exit-codes';
import type { Jackpot } from '#pools';
import { dueAtEnd, paysOutAtEnd, type DuePrize } from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { readGranted, type GrantedHand } from '../options/award-options.js';
import {
  choiceOption,
  choicesOf,
  despiteOption,
  fromCheckpointOption,
  reasonOption,
} from '../options/common.js';
import { unknownRound } from '../format/describe-award.js';
import { homeOfAward } from '../reading/award-named.js';
import { roundSeen } from '../reading/round-seen.js';

const causes = choicesOf<GrantData['cause']>({
  'missed-win': true,
  'wrong-seat': true,
  ruling: true,
});

/**
 * Makes an award that a table has not declared; the log gives the prizes that its round would have
 * paid.
 */
export const grantCommand = jackpotAct(
  () =>
    new Command('grant')
      .description('grant a win that no table has declared (role adjust)')
      .argument('<jackpot>')
      .requiredOption('--table <name>', 'where it was won')
      .requiredOption('--round <name>', 'in which round')
      .addOption(
        new Option(
          '--hand <seat:hand>',
          'such as 3:flush, paid by the terms of its round; may be repeated',
        )
          .makeOptionMandatory()
          .argParser<string[]>((given, before = []) => [...before, given]),
      )
      .addOption(choiceOption('--cause <cause>', 'why it is granted', causes))
      .addOption(reasonOption())
      .option(
        '--amount-differs <text>',
        'why the amount differs from the prize; give it as --hand 3:flush:2600.00, or as 3:flush:2600.00:0.00 with the part that the pool pays',
      )
      .addOption(despiteOption())
      .option('--replaces <award>', 'the reversed award that it replaces')
      .addOption(fromCheckpointOption()),
  async ({ home, connections }, subject, { table, round, cause, reason, ...given }) => {
    const { hand: hands, amountDiffers, replaces, from, despite } = given;
    const { currency } = home.jackpot.configuration;
    const granted = hands.map((each) => readGranted('--hand', each, currency));
    const place = { jackpot: subject, table, round };
    const seen = await roundSeen(connections, place, from);
    const due = dueAtEnd(seen, granted);
    if (seen.is === 'unknown') assertAmounts(granted, place, seen.since);
    const payouts = payoutsOf(granted, due, home.jackpot);
    const typed = granted.filter(({ fromPool }) => fromPool !== undefined);
    const why = whyDiffers(payouts, due, { currency, typed }, amountDiffers);
    const whole =
      replaces === undefined ? undefined : (await homeOfAward(connections, replaces)).id;
    const data: GrantData = {
      ...{ table, round, cause, payouts },
      reason: reasonWith(reason, why, despite),
      ...(whole !== undefined && { replaces: whole }),
      // A ruling that takes another part of the pool also states what happens to the rest.
      ...(isOfPool(payouts, due) && paysOutAtEnd(seen, granted) && { restarts: true as const }),
    };
    return {
      command: { type: 'award.granted', subject, data },
      note: reason,
      seen,
      despite,
    };
  },
);

/** @throws UserError if nothing determines the amount for a hand. */
function assertAmounts(
  granted: readonly GrantedHand[],
  { table, round }: { readonly table: string; readonly round: string },
  since: number,
): void {
  const without = granted.find(({ amount }) => amount === undefined);
  if (!without) return;
  const { seat, hand } = without;
  const why = unknownRound(`round ${visible(round)} of table ${visible(table)}`, since);
  throw new UserError(
    `--hand ${seat}:${hand}: ${why}, so its prize is unknown. Check the round. If it is right, give the amount, as ${seat}:${hand}:2500.00, and say why with --amount-differs.`,
    exitCodes.usage,
  );
}

/**
 * The typed amounts; the rest as the round would have paid it, from the pool as far as it has the
 * money now.
 */
function payoutsOf(
  granted: readonly GrantedHand[],
  due: readonly DuePrize[],
  { accounts, inForce, configuration }: Jackpot,
): GrantData['payouts'] {
  let left = Number(accounts.pool / inForce.minorUnitMicros);
  return granted.map(({ seat, hand, amount: typed, fromPool: part }) => {
    const prize = due.find((each) => each.seat === seat);
    const amount = typed ?? prize?.amount ?? 0;
    const isOfPool = configuration.prizes[hand].share !== undefined;
    const usual = prize?.fromPool ?? (isOfPool ? amount : 0);
    const fromPool = part ?? Math.min(left, usual, amount);
    left -= Math.min(left, fromPool);
    return { seat, hand, amount, fromPool };
  });
}

/**
 * Returns true if the pool gives each the amount that it would have given. If the pool has less, it
 * is emptied in any case.
 */
function isOfPool(payouts: GrantData['payouts'], due: readonly DuePrize[]): boolean {
  return payouts.every(({ seat, fromPool }) => {
    return due.find((each) => each.seat === seat)?.fromPool === fromPool;
  });
}

/**
 * @returns the reason for the record if an amount is not the prize; undefined if each is.
 * @throws UserError if the reason is missing, or given without need.
 */
function whyDiffers(
  payouts: GrantData['payouts'],
  due: readonly DuePrize[],
  { currency, typed }: { readonly currency: string; readonly typed: readonly GrantedHand[] },
  why: string | undefined,
): string | undefined {
  const parts = typed.flatMap(({ seat, fromPool = 0 }) => {
    const usual = due.find((each) => each.seat === seat)?.fromPool;
    if (usual === undefined || usual === fromPool) return [];
    const [given, taken] = [fromPool, usual].map((minor) => formatMinor(minor, currency));
    return [`the pool gives seat ${seat} ${given}, and would have given ${taken}`];
  });
  const amounts = payouts.flatMap(({ seat, hand, amount }) => {
    const prize = due.find((each) => each.seat === seat)?.amount;
    if (prize === amount) return [];
    const paid = prize === undefined ? 'an unknown amount' : formatMinor(prize, currency);
    return [
      `seat ${seat} gets ${formatMinor(amount, currency)}, the prize of a ${hand} is ${paid}`,
    ];
  });
  const others = [...amounts, ...parts];
  if (others.length === 0 && why !== undefined) {
    throw new UserError(
      '--amount-differs: each amount is the prize already; omit it.',
      exitCodes.usage,
    );
  }
  if (others.length === 0) return undefined;
  const facts = others.join('; ');
  if (why === undefined || why.trim() === '') {
    throw new UserError(
      `--hand: ${facts}. Omit the amount, or say why with --amount-differs.`,
      exitCodes.usage,
    );
  }
  return `${facts}: ${why}`;
}
