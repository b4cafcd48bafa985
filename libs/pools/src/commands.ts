import { fail, isLeftToTables } from './assertion.js';
import { applyAwardAct } from './award-acts.js';
import type { Configuration } from './configuration.js';
import { closeDay } from './days.js';
import { noteDisturbance } from './disturbances.js';
import { receive, retire } from './ends.js';
import { isAwardAct, type Act, type JackpotConfigured, type PoolAdjusted } from './events.js';
import { type EventRefusal, invalidCommand, newOutcome, type Outcome } from './outcome.js';
import { post } from './postings.js';
import type { Approval, Jackpot, PartitionState } from './state.js';
import type { Acted } from './step.js';
import { blockTable, resetTable } from './table-commands.js';
import { putInForce } from './former-terms.js';
import { inForceOf, termsOf } from './terms.js';

/** The first `jackpot.configured` creates the jackpot; the house funds its pool with the seed. */
export function createJackpot(
  state: PartitionState,
  id: string,
  { configuration, exponent }: JackpotConfigured,
  offset: number,
): { jackpot: Jackpot; outcome: Outcome } {
  if (configuration.id !== id) fail(`${id} would be configured as ${configuration.id}`);
  const jackpot = newJackpot(id, configuration, exponent, offset);
  const outcome = newOutcome();
  const { seedMicros } = jackpot.inForce;
  post({ jackpot, outcome }, 'seed', { pool: seedMicros, house: -seedMicros });
  jackpot.houseSeedMicros = seedMicros;
  outcome.jackpotChanged = true;
  state.jackpots.set(jackpot.id, jackpot);
  return { jackpot, outcome };
}

/** A jackpot before its first posting. */
export function newJackpot(
  id: string,
  configuration: Configuration,
  exponent: number,
  offset = 0,
): Jackpot {
  return {
    id,
    configuration,
    inForce: inForceOf(configuration, exponent),
    terms: termsOf(configuration, exponent, offset),
    former: new Map(),
    pending: null,
    exponent,
    ...{ suspended: null, retired: null, received: [] },
    blocked: new Set(),
    proposals: [],
    alone: { day: 0, sums: new Map() },
    generation: 1,
    ...{ pooled: [1], houseSeedMicros: 0n },
    claims: new Map(),
    open: new Set(),
    forgotten: -1,
    lastForgotten: -1,
    slips: 0,
    configuredAt: offset,
    disturbed: { adjustment: null, configuration: null, refund: null },
    flows: { overflowMicros: 0n, refundedMicros: 0n },
    accounts: { pool: 0n, reserve: 0n, house: 0n, players: 0n, held: 0n },
    ...{ causes: new Map(), hands: new Map(), closed: null },
    version: 0,
    changedAtMs: 0,
    lastWin: null,
  };
}

/** Applies an act to an existing jackpot; a refused act changes nothing. */
export function applyAct(step: Acted, command: Act): EventRefusal | undefined {
  if (isAwardAct(command)) return applyAwardAct(step, command);
  const { jackpot, outcome } = step;
  switch (command.type) {
    case 'jackpot.configured':
      return reconfigure(step, command.data);
    case 'jackpot.suspended':
      jackpot.suspended = { ...(step.people[0] as Approval), reason: command.data.reason };
      outcome.jackpotChanged = true;
      return undefined;
    case 'jackpot.resumed':
      jackpot.suspended = null;
      outcome.jackpotChanged = true;
      return undefined;
    case 'pool.adjusted':
      return adjust(step, command.data);
    case 'table.blocked':
    case 'table.unblocked':
      return blockTable(step, command.data.table, command.type === 'table.blocked');
    case 'table.reset':
      return resetTable(step, command.data);
    case 'day.closed':
      return closeDay(step, command.data);
    case 'jackpot.retired':
      return retire(step, command.data);
    case 'transfer.received':
      return receive(step, command.data);
    default:
      return command satisfies never;
  }
}

/**
 * Replaces the configuration. One that holds now would silently drop a pending one, so its sender
 * must say so.
 */
function reconfigure(
  step: Acted,
  { configuration, effective, replacesPending, madeFrom }: JackpotConfigured,
): EventRefusal | undefined {
  const { jackpot, outcome, tables, position } = step;
  const old = jackpot.configuration;
  if (madeFrom !== undefined && madeFrom !== jackpot.configuredAt) {
    const made =
      madeFrom === null ? 'for a jackpot that was not there' : `after offset ${madeFrom}`;
    return invalidCommand(
      `This configuration of ${jackpot.id} was made ${made}, and the newest one is of offset ${jackpot.configuredAt}: look at that one first.`,
    );
  }
  if (configuration.currency !== old.currency) {
    return invalidCommand(
      `The currency of ${jackpot.id} is ${old.currency} permanently; ${configuration.currency} needs another jackpot.`,
    );
  }
  if (gameOfConfiguration(configuration) !== gameOfConfiguration(old)) {
    return invalidCommand(
      `${jackpot.id} is a jackpot of ${gameOfConfiguration(old)} permanently; ${configuration.ruleset} needs another jackpot.`,
    );
  }
  if (effective === 'next-restart') {
    jackpot.pending = configuration;
    jackpot.configuredAt = position.offset;
    outcome.jackpotChanged = true;
    return undefined;
  }
  if (jackpot.pending && !replacesPending) {
    return invalidCommand(
      `A configuration of ${jackpot.id} waits for the next restart, and one that holds now would drop it: send it with replacesPending (--replace-pending) if that is intended.`,
    );
  }
  const { ceilingMicros, minorUnitMicros } = inForceOf(configuration, jackpot.exponent);
  const { pool } = jackpot.accounts;
  if (ceilingMicros !== undefined && ceilingMicros < pool) {
    return invalidCommand(
      `ceiling: ${configuration.ceiling} is below the pool of ${jackpot.id}, which is at ${pool / minorUnitMicros} minor units.`,
    );
  }
  jackpot.pending = null;
  // Approvers check what is in force now, and the required approvers follow from it.
  jackpot.proposals = [];
  putInForce(jackpot, configuration, tables, position.offset);
  jackpot.configuredAt = position.offset;
  noteDisturbance(step, 'configuration');
  outcome.jackpotChanged = true;
  return undefined;
}

function gameOfConfiguration(configuration: Configuration): string {
  return configuration.ruleset.split('/')[0] as string;
}

function adjust(step: Acted, adjusted: PoolAdjusted): EventRefusal | undefined {
  const { jackpot } = step;
  const { amount, account, opening } = adjusted;
  const { minorUnitMicros } = jackpot.inForce;
  const micros = BigInt(amount) * minorUnitMicros;
  const balance = jackpot.accounts[account];
  if (balance + micros < 0n) {
    return invalidCommand(
      `The ${account} of ${jackpot.id} holds ${balance / minorUnitMicros} minor units, so it cannot give ${-amount}.`,
    );
  }
  if (!isLeftToTables(balance + micros) || !isLeftToTables(jackpot.accounts.house - micros)) {
    return invalidCommand(
      `The ${account} or the house of ${jackpot.id} would go beyond half of the ledger's range with ${amount} more.`,
    );
  }
  const refused = whyNotOpened(jackpot, adjusted);
  if (refused !== undefined) return invalidCommand(refused);
  post(step, opening ? 'opening' : 'adjustment', { [account]: micros, house: -micros });
  const { pool } = jackpot.accounts;
  if (account === 'pool' && micros < 0n && pool < jackpot.houseSeedMicros) {
    jackpot.houseSeedMicros = pool;
  }
  noteDisturbance(step, 'adjustment');
  return undefined;
}

/** Returns the first cause that is neither the seed nor an adjustment; undefined before a bet. */
export function firstPlay({ causes }: Pick<Jackpot, 'causes'>): string | undefined {
  return [...causes.keys()].find((cause) => cause !== 'seed' && cause !== 'adjustment');
}

/** Says why a running amount cannot be taken over; undefined if it can, or if none is given. */
function whyNotOpened(
  { id, accounts, causes, inForce }: Jackpot,
  { amount, account, opening }: PoolAdjusted,
): string | undefined {
  if (!opening) return undefined;
  const { minorUnitMicros, ceilingMicros } = inForce;
  if (account !== 'pool')
    return `opening: a running amount goes to the pool, not to the ${account}.`;
  const later = firstPlay({ causes });
  if (later) return `opening: ${id} has a posting of ${later} already, so it takes over nothing.`;
  const after = accounts.pool + BigInt(amount) * minorUnitMicros;
  const named = BigInt(opening.amount) * minorUnitMicros;
  if (after !== named) {
    return `opening.amount: the pool of ${id} would have ${after / minorUnitMicros} minor units, not ${opening.amount}.`;
  }
  if (ceilingMicros === undefined || named <= ceilingMicros) return undefined;
  return `opening.amount: ${opening.amount} is above the ceiling of ${ceilingMicros / minorUnitMicros} minor units.`;
}
