import { ROLE_OF_ACT } from './approvals.js';
import { configurationFaults, configuredOf, putInForce, withoutArrival } from './configuration.js';
import { minorUnit } from './currency.js';
import {
  Refusal,
  type Act,
  type At,
  type Configured,
  type Doing,
  type Jackpot,
  type ModelEvent,
  type PoolAdjusted,
} from './events.js';
import { isFaultyAward } from './award-data.js';
import type { Award } from './award-words.js';
import { actOnAward } from './awards.js';
import { closeDay, isDay } from './days.js';
import { isTransfer, receive, retire, type Received } from './ends.js';
import { afterPosting, inRange, post } from './ledger.js';
import { isAhead, type Sources } from './sources.js';
import { counts, tableOf } from './rounds.js';
import { isListed, listingOf } from './tables.js';
import { isName, isText } from './texts.js';

const WEEK_MS = 7 * 86_400_000;
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** contract 3.5: whether a command's data is wrong for every jackpot. */
export function isFaultyCommand({ type, data, subject }: ModelEvent, nowMs: number): boolean {
  const { act, proposal, expires, note } = data as Record<string, unknown>;
  switch (type) {
    case 'act.proposed': {
      if (!isAct(act) || isFaultyAct(act, subject) || !isText(note)) return true;
      if (typeof expires !== 'string' || !WITH_ZONE.test(expires)) return true;
      return Date.parse(expires) <= nowMs || Date.parse(expires) > nowMs + WEEK_MS;
    }
    case 'act.approved':
      if (note !== undefined && !isText(note)) return true;
      return !isOffset(proposal) || !isAct(act) || isFaultyAct(act, subject);
    case 'act.withdrawn':
      return !isOffset(proposal) || !isText(data['reason']);
    default:
      return isFaultyAct({ type, data }, subject);
  }
}

function isAct(value: unknown): value is Act {
  const { type, data } = Object(value) as Act;
  const isData = typeof data === 'object' && data !== null && !Array.isArray(data);
  return typeof type === 'string' && type in ROLE_OF_ACT && isData;
}

export function isFaultyAct({ type, data }: Act, subject: string): boolean {
  if (type === 'jackpot.configured') {
    return configurationFaults(configuredOf(data), subject).length > 0;
  }
  if (type.startsWith('award.')) return isFaultyAward({ type, data });
  if (type === 'day.closed') {
    const { day, funds, note = 'none' } = data;
    return !isDay(day) || !isFunds(funds) || !isText(note);
  }
  if (!isText(data['reason'])) return true;
  if (type.startsWith('table.') && !isName(data['table'])) return true;
  if (type === 'jackpot.retired') return !isName(data['to']) || data['to'] === subject;
  if (type === 'transfer.received') return !isTransfer(data) || data['from'] === subject;
  if (type === 'table.reset') {
    const { sequence, round = '0' } = data;
    return !isSequence(sequence) || !isSequence(round);
  }
  if (type !== 'pool.adjusted') return false;
  const { amount, account, opening } = data as unknown as PoolAdjusted;
  if (opening !== undefined && !isOpening(opening)) return true;
  const sensible = Number.isSafeInteger(amount) && amount !== 0 && Math.abs(amount) <= 10 ** 12;
  return !sensible || (account !== 'pool' && account !== 'reserve');
}

function isOpening(value: unknown): boolean {
  const { amount, on, from } = Object(value) as NonNullable<PoolAdjusted['opening']>;
  const isAmount = Number.isSafeInteger(amount) && amount >= 1 && amount <= 10 ** 12;
  return isAmount && isDay(on) && isText(from, 200);
}

function isFunds(value: unknown = 0): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 10 ** 12;
}

function isOffset(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isSequence(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(0|[1-9]\d{0,18})$/.test(value)) return false;
  return BigInt(value) < 2n ** 63n;
}

/** The first configuration funds the seed, whatever its `effective` says. */
export function created(event: ModelEvent, at: At): Jackpot {
  const configuration = withoutArrival(configuredOf(event.data));
  const jackpot: Jackpot = {
    id: event.subject,
    configuration,
    terms: { since: at.offset, posted: configuration },
    pending: null,
    suspended: null,
    ...{ retired: null, received: new Map(), seedOfHouse: 0n },
    blocked: new Set(),
    proposals: [],
    alone: new Map(),
    resets: new Map(),
    generation: 1,
    pooled: [1],
    accounts: { pool: 0n, reserve: 0n, house: 0n, players: 0n, held: 0n },
    tables: new Map(),
    meters: new Map(),
    hands: new Map(),
    closed: null,
    ...{ claims: [], forgotten: -1, lastForgotten: -1, slips: 0 },
    configuredAt: at.offset,
    newest: { adjustment: -1, configuration: at.offset, refund: -1 },
    ...{ overflow: 0n, refunds: 0n },
    ...{ last: null, version: 0, changedMs: 0, at },
  };
  jackpot.seedOfHouse = BigInt(configuration.seed) * minorUnit(configuration.currency);
  post(jackpot, 'seed', { pool: jackpot.seedOfHouse });
  return jackpot;
}

/** The role for an act that never needs more than one person. */
export const ROLE_OF_ONE: Record<string, string> = {
  'jackpot.suspended': 'operate',
  'table.blocked': 'operate',
  'award.paid': 'pay',
  'day.closed': 'close',
};

/**
 * contract 4.4: refusals by the jackpot's state, then the effect.
 * @returns the award that it made or changed
 */
export function carryOut(jackpot: Jackpot, act: Act, sources: Sources, doing: Doing): Award | null {
  const { type, data } = act;
  if (type.startsWith('award.')) {
    return actOnAward(jackpot, act, doing, (source) => sources.of(jackpot.id, source) !== null);
  }
  if (jackpot.retired && type !== 'day.closed') throw new Refusal('jackpot-retired');
  switch (type) {
    case 'jackpot.configured':
      configure(jackpot, configuredOf(data));
      return null;
    case 'jackpot.suspended':
    case 'jackpot.resumed':
      jackpot.suspended = type === 'jackpot.resumed' ? null : suspension(data, doing);
      return null;
    case 'pool.adjusted':
      adjust(jackpot, data as unknown as PoolAdjusted);
      return null;
    case 'day.closed':
      closeDay(jackpot, data as { day: string }, doing, sources.names(jackpot.id));
      return null;
    case 'jackpot.retired':
      retire(jackpot, String(data['to']));
      return null;
    case 'transfer.received':
      receive(jackpot, data as unknown as Received);
      return null;
    case 'table.blocked':
    case 'table.unblocked':
    case 'table.reset':
      steerTable(jackpot, act, sources, doing.at.timestampMs);
      return null;
    default:
      throw new Error(`The model knows no ${type}.`);
  }
}

function configure(jackpot: Jackpot, configured: Configured): void {
  const { effective = 'now', replacesPending = false, ceiling = null, madeFrom } = configured;
  const isStale = madeFrom !== undefined && madeFrom !== jackpot.configuredAt;
  if (isStale) throw new Refusal('invalid-command');
  if (configured.currency !== jackpot.configuration.currency) throw new Refusal('invalid-command');
  const configuration = withoutArrival(configured);
  if (effective === 'next-restart') {
    jackpot.configuredAt = jackpot.at.offset;
    jackpot.pending = configuration;
    return;
  }
  const unit = minorUnit(configuration.currency);
  const below = ceiling !== null && BigInt(ceiling) * unit < jackpot.accounts.pool;
  const drops = jackpot.pending !== null && !replacesPending;
  if (below || drops) throw new Refusal('invalid-command');
  jackpot.configuredAt = jackpot.at.offset;
  putInForce(jackpot, configuration);
}

const BEFORE_PLAY = ['seed', 'adjustment'];

function adjust(jackpot: Jackpot, { amount, account, opening }: PoolAdjusted): void {
  const { currency, ceiling = null } = jackpot.configuration;
  const micros = BigInt(amount) * minorUnit(currency);
  const after = afterPosting(jackpot.accounts, { [account]: micros });
  if (after[account] < 0n || !inRange(after)) throw new Refusal('invalid-command');
  if (opening) {
    const isPlayed = [...jackpot.meters.keys()].some((cause) => !BEFORE_PLAY.includes(cause));
    const isOther = after.pool !== BigInt(opening.amount) * minorUnit(currency);
    const isAbove = ceiling !== null && opening.amount > ceiling;
    if (isPlayed || isOther || isAbove || account !== 'pool') throw new Refusal('invalid-command');
  }
  post(jackpot, opening ? 'opening' : 'adjustment', { [account]: micros });
  if (account === 'pool' && amount < 0 && jackpot.seedOfHouse > after.pool) {
    jackpot.seedOfHouse = after.pool;
  }
  jackpot.newest.adjustment = jackpot.at.offset;
}

/** contract 3.6. */
function steerTable(jackpot: Jackpot, { type, data }: Act, sources: Sources, nowMs: number): void {
  const { table, sequence, round } = data as { table: string; sequence: string; round?: string };
  const known = sources.of(jackpot.id, table);
  if (type === 'table.reset') {
    const floor = known?.floor ?? null;
    const { kid = floor?.kid } = listingOf(jackpot, table) ?? {};
    const isBehind = floor !== null && kid === floor.kid && BigInt(sequence) < floor.sequence;
    const isNew = known === null && isListed(jackpot, table) === true;
    const isUncounted = known !== null && round !== undefined && !counts(jackpot, table);
    if (isNew || isBehind || isUncounted || isAhead({ sequence }, nowMs))
      throw new Refusal('invalid-command');
  }
  if (known === null && isListed(jackpot, table) !== true) throw new Refusal('unknown-table');
  if (type === 'table.reset') {
    jackpot.resets.set(table, BigInt(sequence));
    if (round !== undefined) tableOf(jackpot, table).newest = BigInt(round);
  }
  if (type === 'table.blocked') jackpot.blocked.add(table);
  if (type === 'table.unblocked') jackpot.blocked.delete(table);
}

/** The person who has stopped new bets, and the reason. */
function suspension({ reason }: Act['data'], { by }: Doing): Jackpot['suspended'] {
  // A trial act has no signature.
  const { kid = '', holder = '', offset = 0, atMs = 0 } = by.at(-1) ?? {};
  return { kid, holder, offset, atMs, reason: String(reason) };
}
