import { isOpen } from './claims.js';
import { Refusal, type Jackpot } from './events.js';
import { afterPosting, post } from './ledger.js';
import { isName, isText } from './texts.js';

/** Half of the ledger's range (contract 4.4). */
const HALF = (2n ** 62n - 1n) / 2n;
const MOST_RECEIVED = 100;
const MICROS = /^(0|[1-9]\d{0,18})$/;

/** The data of a `transfer.received`. */
export interface Received {
  from: string;
  offset: number;
  currency: string;
  pool: string;
  reserve: string;
}

/** contract 6.3: whether the data of a `transfer.received` is right by itself. */
export function isTransfer({ from, offset, currency, pool, reserve }: Partial<Received>): boolean {
  if (!isName(from) || !isText(currency, 8)) return false;
  if (!Number.isSafeInteger(offset) || Number(offset) < 0) return false;
  const areMicros = [pool, reserve].every((text) => typeof text === 'string' && MICROS.test(text));
  return areMicros && (pool !== '0' || reserve !== '0');
}

/** contract 6.3: returns its seed to the house, and moves the players' money out of the jackpot. */
export function retire(jackpot: Jackpot, to: string): void {
  const { tables, claims, proposals, at } = jackpot;
  const isPlayed = [...tables.values()].some(({ open, carried }) => {
    return open.some(({ bets }) => bets.length > 0) || carried.length > 0;
  });
  const isAsked = proposals.some(({ type, expiresMs }) => {
    return type !== 'jackpot.retired' && expiresMs > at.timestampMs;
  });
  const isBusy = isPlayed || isAsked || claims.some(isOpen);
  if (jackpot.suspended === null || isBusy) throw new Refusal('jackpot-busy');
  const { seedOfHouse } = jackpot;
  const { pool: shown } = jackpot.accounts;
  const seedBack = seedOfHouse < 0n ? 0n : seedOfHouse < shown ? seedOfHouse : shown;
  post(jackpot, 'seed-returned', { pool: -seedBack });
  const { pool, reserve } = jackpot.accounts;
  post(jackpot, 'transfer-out', { pool: -pool, reserve: -reserve });
  jackpot.retired = { with: to, offset: at.offset, pool, reserve };
  jackpot.pending = null;
  jackpot.proposals = [];
}

/** contract 6.3: adds the money that another jackpot has left, only once. */
export function receive(jackpot: Jackpot, received: Received): void {
  const { from, offset, currency } = received;
  const [pool, reserve] = [BigInt(received.pool), BigInt(received.reserve)];
  const isOther = currency !== jackpot.configuration.currency;
  const isAgain = jackpot.received.has(from) || jackpot.received.size === MOST_RECEIVED;
  const after = afterPosting(jackpot.accounts, { pool, reserve });
  const isTooMuch = [after.pool, after.reserve, -after.house].some((balance) => balance > HALF);
  if (isOther || isAgain || isTooMuch) throw new Refusal('invalid-command');
  post(jackpot, 'transfer-in', { pool, reserve });
  jackpot.newest.adjustment = jackpot.at.offset;
  jackpot.received.set(from, { with: from, offset, pool, reserve });
}
