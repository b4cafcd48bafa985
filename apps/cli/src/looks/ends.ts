import { Home, visible } from '#acts';
import { formatMicros } from '#contract';
import type { Jackpot, Transfer } from '#pools';
import type { Connections } from '../servers/connections.js';

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

/** What speaks against the end of a jackpot; its partition cannot look at the other one. */
export async function retireLooks(
  connections: Connections,
  { jackpot }: Pick<Home, 'jackpot'>,
  { to }: EndData['retired'],
): Promise<string[]> {
  if (to === 'house') return ['the money goes to the house, and to no other jackpot'];
  const other = await otherJackpot(connections, to);
  const name = visible(to);
  if (!other) return [`there is no jackpot ${name}: nobody could receive the money`];
  const [own, theirs] = [jackpot, other].map(({ configuration }) => configuration.currency);
  return [
    ...(other.retired ? [`${name} has ended itself: nobody could receive the money`] : []),
    ...(own === theirs ? [] : [`${name} is played in ${theirs}: it cannot receive ${own}`]),
  ];
}

/** What speaks against a receipt: what the other jackpot has sent is another thing. */
export async function receiveLooks(
  connections: Connections,
  { id }: Pick<Home, 'id'>,
  { from, offset, pool, reserve }: EndData['received'],
): Promise<string[]> {
  const other = await otherJackpot(connections, from);
  const sent = other?.retired ?? null;
  const name = visible(from);
  if (!other || !sent) return [`${name} has not ended: it has sent nothing`];
  if (sent.other !== id) return [`${name} has left its money to ${visible(sent.other)}`];
  const isSent =
    sent.offset === offset &&
    sent.poolMicros === BigInt(pool) &&
    sent.reserveMicros === BigInt(reserve);
  return isSent ? [] : [`${name} has sent ${sentInWords(sent, other)}, at offset ${sent.offset}`];
}

/** What a jackpot has left, in words. */
function sentInWords(
  { poolMicros, reserveMicros }: Transfer,
  { configuration: { currency } }: Jackpot,
): string {
  const [pool, reserve] = [poolMicros, reserveMicros].map((each) => formatMicros(each, currency));
  return `${pool} of its pool and ${reserve} of its reserve`;
}

/** Undefined where the ledger has no jackpot of that name. */
async function otherJackpot(connections: Connections, id: string): Promise<Jackpot | undefined> {
  const homes = await Home.all(connections);
  return homes.find((home) => home.id === id)?.jackpot;
}
