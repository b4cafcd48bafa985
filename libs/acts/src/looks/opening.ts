import { formatMinor } from '#contract';
import { daysBetween, type Jackpot } from '#pools';
import { houseDay } from '../house-time.js';
import { visible } from '../visible.js';

/** The reading of another system at which a jackpot begins. */
export interface RunningAmount {
  /** Minor units. */
  readonly amount: number;
  readonly on: string;
  readonly from: string;
}

/** From this many seeds on a running amount suggests a wrong digit. */
const seedsAtMost = 10;

/** From this age on a reading lacks what the other system has added since. */
const oldFromDays = 3;

/** Lists the objections to the running amount of another system: a jackpot takes one over once. */
export function openingLooks(
  { configuration, suspended }: Pick<Jackpot, 'configuration' | 'suspended'>,
  { amount, on, from }: RunningAmount,
  nowMs: number,
): string[] {
  const { seed, currency, zone } = configuration;
  const today = houseDay(zone, 0, nowMs);
  const ageDays = on > today ? 0 : daysBetween(on, today);
  return [
    ...(seed > 0 && amount >= seedsAtMost * seed
      ? [
          `${formatMinor(amount, currency)} is ${Math.floor(amount / seed).toLocaleString('en')} times the seed of ${formatMinor(seed, currency)}: is a digit wrong?`,
        ]
      : []),
    ...(on > today ? [`${on} is still to come: today is ${today}`] : []),
    ...(ageDays >= oldFromDays
      ? [
          `${on} was ${ageDays.toLocaleString('en')} days ago: what ${visible(from)} has added since is not in it`,
        ]
      : []),
    ...(suspended
      ? []
      : [
          `bets are taken: \`suspend\` the jackpot first, because after a bet it can take nothing over, and stop the bets of ${visible(from)}`,
        ]),
  ];
}
