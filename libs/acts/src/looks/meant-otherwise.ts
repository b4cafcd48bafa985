import { formatMicros, UserError } from '#contract';
import { firstPlay, type Jackpot, type Transfer } from '#pools';
import type { LiveLedger } from '#proof';
import { Home } from '../ledger-door.js';
import { visible } from '../visible.js';
import { awardNamedIn, reasonWords } from './award-named.js';
import type { Moved } from './moved.js';

/** Lists the signs that an adjustment is meant as another act, or for another jackpot. */
export async function otherwiseLooks(
  live: LiveLedger,
  own: Pick<Home, 'id' | 'jackpot'>,
  moved: Moved & { readonly reason: string },
): Promise<string[]> {
  const unplayed = unplayedLooks(own.jackpot, moved);
  if (moved.amount <= 0 && !moved.reason.includes('/')) return unplayed;
  try {
    const homes = await Home.all(live);
    return [
      ...unplayed,
      ...elsewhereNamedLooks(homes, own.id, moved.reason),
      ...transferLooks(homes, own, moved),
    ];
  } catch (error) {
    // People must be able to correct while another partition is broken.
    if (!(error instanceof UserError)) throw error;
    return [...unplayed, `the other jackpots could not be compared: ${error.message}`];
  }
}

/** Warns of a reason that names an award of another jackpot. */
export function elsewhereNamedLooks(
  homes: readonly Pick<Home, 'id' | 'jackpot'>[],
  own: string,
  reason: string,
): string[] {
  const words = reasonWords(reason);
  return homes
    .filter(({ id }) => id !== own && words.some((word) => word.startsWith(`${id}/`)))
    .flatMap(({ id, jackpot }) => {
      const claim = awardNamedIn(reason, jackpot);
      return claim
        ? [`its reason names ${visible(claim.id)}: is it meant for ${visible(id)}?`]
        : [];
    });
}

/**
 * Warns of what another jackpot left to this one: `receive` brings it, and only once. Before it
 * has, any amount may be that money, counted otherwise.
 */
export function transferLooks(
  homes: readonly { readonly id: string; readonly jackpot: Pick<Jackpot, 'retired'> }[],
  { id, jackpot }: { readonly id: string; readonly jackpot: ReceivingJackpot },
  { amount }: Moved,
): string[] {
  const { currency } = jackpot.configuration;
  const minor = (micros: bigint): number => Number(micros / jackpot.inForce.minorUnitMicros);
  const isPart = ({ poolMicros, reserveMicros }: Transfer): boolean =>
    [poolMicros, reserveMicros, poolMicros + reserveMicros].some((each) => minor(each) === amount);
  return homes.flatMap(({ id: from, jackpot: { retired } }) => {
    if (amount <= 0 || retired?.other !== id) return [];
    const isHere = jackpot.received.some(({ other }) => other === from);
    const name = visible(from);
    if (isHere) {
      return isPart(retired) ? [`${name} left this amount, and it was received already`] : [];
    }
    const left = formatMicros(retired.poolMicros + retired.reserveMicros, currency);
    return [
      `${name} left ${left}, which \`receive\` brings: if this is that money, it would come twice`,
    ];
  });
}

type ReceivingJackpot = Pick<Jackpot, 'received' | 'inForce' | 'configuration'>;

/** Warns of the first amount of a jackpot without bets: its pool has the seed already. */
export function unplayedLooks(
  { causes, configuration }: Pick<Jackpot, 'causes' | 'configuration'>,
  { amount, account }: Moved,
): string[] {
  if (firstPlay({ causes }) || account !== 'pool' || amount < configuration.seed) return [];
  return [
    'the jackpot has had no bet: `take-over` makes the running amount of another system its pool, and this adds it to the seed',
  ];
}
