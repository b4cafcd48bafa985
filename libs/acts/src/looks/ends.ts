import { houseTime } from '../house-time.js';
import { Home, thereAre } from '../ledger-door.js';
import { signedSince, type SignedBefore } from '../signed-since.js';
import { visible } from '../visible.js';
import { formatMicros, formatMinor, UserError } from '#contract';
import type { Jackpot, Transfer } from '#pools';
import type { LiveLedger } from '#proof';
import { withoutOpposites } from './adjustment.js';
import { beginningsOfDay } from './beginnings-of-day.js';
import type { Moved } from './moved.js';

/** The data of the acts at the end of a jackpot (contract 6.3). */
export interface EndData {
  readonly retired: { readonly to: string };
  readonly received: {
    readonly from: string;
    readonly offset: number;
    readonly pool: string;
    readonly reserve: string;
  };
}

/**
 * Lists the objections to the end of a jackpot; its partition cannot read the other one.
 * @throws UserError if nobody could receive its money.
 */
export async function retireLooks(
  live: LiveLedger,
  { jackpot }: Pick<Home, 'jackpot'>,
  { to }: EndData['retired'],
): Promise<string[]> {
  const { accounts, houseSeedMicros, configuration } = jackpot;
  const { currency } = configuration;
  const [pool, seed] = [accounts.pool, houseSeedMicros].map((each) => formatMicros(each, currency));
  const isEaten = accounts.pool <= houseSeedMicros;
  const looks = isEaten
    ? [
        `the pool has ${pool}, and the house paid ${seed} of its seed: none of the pool is transferred`,
      ]
    : [];
  if (to === 'house') return [...looks, 'the money goes to the house, and to no other jackpot'];
  const homes = await Home.all(live);
  const other = homes.find(({ id }) => id === to)?.jackpot;
  const name = visible(to);
  const why = !other
    ? `There is no jackpot ${name}. ${thereAre(
        homes.map(({ id }) => id),
        'jackpot',
      )}`
    : other.retired
      ? `${name} has ended too.`
      : other.configuration.currency !== currency
        ? `${name} is played in ${other.configuration.currency}, and this jackpot in ${currency}.`
        : undefined;
  if (why !== undefined) throw new UserError(`Nobody could receive the money: ${why}`);
  const isEnding = other?.proposals.some(({ type }) => type === 'jackpot.retired') === true;
  return isEnding
    ? [...looks, `somebody has proposed to end ${name} too: then nobody could receive the money`]
    : looks;
}

/** Objects to a receipt that differs from the other jackpot's transfer. */
export async function receiveLooks(
  live: LiveLedger,
  { id, jackpot }: Pick<Home, 'id' | 'jackpot'>,
  { from, offset, pool, reserve }: EndData['received'],
): Promise<string[]> {
  const other = await otherJackpot(live, from);
  const sent = other?.retired ?? null;
  const name = visible(from);
  if (!other || !sent) return [`${name} has not ended: it has sent nothing`];
  if (sent.other !== id) return [`${name} has left its money to ${visible(sent.other)}`];
  const isSent =
    sent.offset === offset &&
    sent.poolMicros === BigInt(pool) &&
    sent.reserveMicros === BigInt(reserve);
  if (!isSent) return [`${name} has sent ${sentInWords(sent, other)}, at offset ${sent.offset}`];
  const { found } = await signedSince(live, 'pool.adjusted', await beginningsOfDay(live));
  return byHandLooks(found, { id, jackpot }, sent);
}

/** Warns of adjustments about as large as what is received: it may be here already, by hand. */
export function byHandLooks(
  found: readonly SignedBefore<Moved & { readonly opening?: object | undefined }>[],
  {
    id,
    jackpot,
  }: { readonly id: string; readonly jackpot: Pick<Jackpot, 'configuration' | 'inForce'> },
  { poolMicros, reserveMicros }: Pick<Transfer, 'poolMicros' | 'reserveMicros'>,
): string[] {
  const { currency, zone } = jackpot.configuration;
  const sum = Number((poolMicros + reserveMicros) / jackpot.inForce.minorUnitMicros);
  return withoutOpposites(found)
    .left.filter(({ subject, data }) => {
      // A take-over has its own reading.
      return subject === id && !data.opening && data.amount > 0 && data.amount >= sum / 2;
    })
    .map(
      ({ offset, recordedAtMs, data: { amount, account }, isProposed }) =>
        `${formatMinor(amount, currency)} ${isProposed ? 'was proposed for' : 'went to'} its ${account} by hand, at offset ${offset} of ${houseTime(recordedAtMs, zone)}: if it is this money, take it back first`,
    );
}

/** Describes the amounts that a jackpot has left. */
function sentInWords(
  { poolMicros, reserveMicros }: Transfer,
  { configuration: { currency } }: Jackpot,
): string {
  const [pool, reserve] = [poolMicros, reserveMicros].map((each) => formatMicros(each, currency));
  return `${pool} of its pool and ${reserve} of its reserve`;
}

/** Undefined if the ledger does not have a jackpot with that name. */
async function otherJackpot(live: LiveLedger, id: string): Promise<Jackpot | undefined> {
  const homes = await Home.all(live);
  return homes.find((home) => home.id === id)?.jackpot;
}
