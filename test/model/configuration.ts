import { approvalFaults } from './approvals.js';
import { HANDS, type Configuration, type Configured, type Jackpot } from './events.js';
import { listFaults } from './tables.js';

/** Readings of libs/rules/README.md; the first is the default. Not all affect the ledger. */
const READINGS: Record<string, readonly (string | boolean)[]> = {
  dealerQualification: ['hand-value', 'highest-card'],
  tieMoney: ['push', 'dealer-wins'],
  anteBonusOnFold: ['not-paid', 'paid'],
  pairPlusOnFold: ['stands', 'forfeited'],
  sequenceTieBreak: ['sequence-table', 'highest-face-card'],
  playerExposure: ['per-hand', 'table-total'],
  communityExposure: ['continue', 'void-refund'],
  shufflerFailureOtherBets: ['refund', 'carry'],
  sideBetBase: ['any-base-bet', 'both-base-bets'],
  jackpotStakeOnWin: ['kept', 'returned'],
  simultaneousStraightFlushBase: ['common', 'sequential'],
  royalBase: ['after-straight-flush', 'round-start'],
  percentTierDeduction: ['percentage', 'amount-paid', 'none-when-fixed'],
  fixedTiersFromPool: [false, true],
  floorAtSeed: [false, true],
  jackpotPayOrder: ['straight-flushes-first', 'swap-those-two'],
  carriedJackpotWithoutBase: ['refund', 'hold', 'forfeit'],
};

/** 2008 has no jackpot bet, so only the despachos of 2025 can govern one. */
const RULESETS = ['fortune-3-card-poker/89-2025', 'fortune-3-card-poker/94-2025'];
const MEMBERS = [
  ...['id', 'name', 'currency', 'ruleset', 'seed', 'stake', 'rates', 'prizes', 'ceiling'],
  ...['payoutUnit', 'policies', 'maxTables', 'tables', 'approvals', 'verifyAbove'],
  ...['verifyAboveWithCards', 'unclaimedTo', 'unclaimedAfterHours', 'zone'],
  ...['effective', 'replacesPending', 'madeFrom', 'reason'],
];
const LARGEST_AMOUNT = 10 ** 12;
const TEN_YEARS_HOURS = 87_600;
const MOST_TABLES = 100_000;

/** The reading in force: the configuration's, or the default. */
export function reading(configuration: Configuration, policy: string): string | boolean {
  const said = configuration.policies?.[policy];
  if (said !== undefined) return said;
  const first = READINGS[policy]?.[0];
  if (first === undefined) throw new Error(`No policy is called ${policy}.`);
  return first;
}

/**
 * contract 4.4: the members are either in the data or together under `configuration`, not in both.
 */
export function configuredOf(data: Record<string, unknown>): Configured {
  type Nested = Partial<Configured> & { configuration?: Configuration };
  const { configuration, ...beside } = data as Nested;
  const { effective, replacesPending, madeFrom, reason, ...others } = beside;
  const isInBoth = Object.keys(others).some((name) => MEMBERS.includes(name));
  if (configuration === undefined || isInBoth) return data as unknown as Configured;
  return {
    ...configuration,
    ...(effective === undefined ? {} : { effective }),
    ...(replacesPending === undefined ? {} : { replacesPending }),
    ...(madeFrom === undefined ? {} : { madeFrom }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** A configuration without the members about when it takes effect. */
export function withoutArrival(configured: Configured): Configuration {
  const configuration = { ...configured };
  delete configuration.effective;
  delete configuration.replacesPending;
  delete configuration.madeFrom;
  delete configuration.reason;
  return configuration;
}

/** contract 5.1: whether prizes, payout unit and all policies are the same. */
function isPostedAlike(one: Configuration, other: Configuration): boolean {
  const said = (configuration: Configuration): unknown[] => [
    configuration.payoutUnit ?? 1,
    ...HANDS.map((hand) => configuration.prizes[hand]?.fixed),
    ...HANDS.map((hand) => configuration.prizes[hand]?.share),
    ...Object.keys(READINGS).map((policy) => reading(configuration, policy)),
  ];
  const others = said(other);
  return said(one).every((value, index) => value === others[index]);
}

/**
 * contract 4.5: puts a configuration in force; this ends everything proposed under the last one.
 */
export function putInForce(jackpot: Jackpot, configuration: Configuration): void {
  const { posted } = jackpot.terms;
  jackpot.configuration = configuration;
  if (!isPostedAlike(posted, configuration)) {
    jackpot.terms = { since: jackpot.at.offset, posted: configuration };
  }
  jackpot.pending = null;
  jackpot.proposals = [];
  jackpot.newest.configuration = jackpot.at.offset;
}

/** contract 5: faults that do not depend on the state of the jackpot. */
export function configurationFaults(configured: Configured, subject: string): string[] {
  const unknown = Object.keys(configured).filter((name) => !MEMBERS.includes(name));
  if (unknown.length > 0) return unknown;
  const { seed, stake, rates, ceiling = null, payoutUnit = 1, maxTables = 1 } = configured;
  const straightFlushShare = configured.prizes['straight-flush']?.share ?? -1;
  const faults: string[] = [];
  const blame = (wrong: boolean, fault: string) => {
    if (wrong) faults.push(fault);
  };
  blame(!['now', 'next-restart'].includes(configured.effective ?? 'now'), 'effective');
  blame(typeof (configured.replacesPending ?? false) !== 'boolean', 'replacesPending');
  const from = configured.madeFrom ?? 0;
  blame(!Number.isSafeInteger(from) || from < 0, 'madeFrom');
  const { reason = 'none' } = configured;
  blame(typeof reason !== 'string' || reason === '' || reason.length > 1_000, 'reason');
  blame(configured.id !== subject || subject === 'house', 'id');
  blame(!RULESETS.includes(configured.ruleset), 'ruleset');
  blame(rates.pool + rates.reserve > 10_000, 'rates');
  blame(stake.min > stake.max, 'stake');
  blame(ceiling !== null && seed > ceiling, 'seed over the ceiling');
  blame(configured.prizes['royal-flush']?.share !== 10_000, 'share of the royal flush');
  blame(straightFlushShare < 0 || straightFlushShare > 5000, 'share of the straight flush');
  for (const hand of HANDS) blame(configured.prizes[hand] === undefined, `prize of ${hand}`);
  const shareOfSeed = (BigInt(seed) * BigInt(Math.max(0, straightFlushShare))) / 10_000n;
  blame(payoutUnit !== 1 && BigInt(payoutUnit) > shareOfSeed, 'payoutUnit');
  faults.push(...verificationFaults(configured));
  blame(maxTables < 1 || maxTables > MOST_TABLES || maxTables % 1 !== 0, 'maxTables');
  const fixed = HANDS.map((hand) => configured.prizes[hand]?.fixed ?? 0);
  const amounts = [seed, stake.min, stake.max, ceiling ?? 0, payoutUnit, ...fixed];
  blame(Math.max(...amounts) > LARGEST_AMOUNT, 'an amount over 10^12');
  for (const [policy, said] of Object.entries(configured.policies ?? {})) {
    blame(READINGS[policy]?.includes(said) !== true, `policy ${policy}`);
  }
  faults.push(...listFaults(configured.tables ?? null));
  faults.push(...approvalFaults(configured.approvals ?? null));
  return faults;
}

/**
 * contract 5: faults in the amount from which an award waits, and in the account for unclaimed
 * money.
 */
function verificationFaults(configured: Configured): string[] {
  const { verifyAbove = null, verifyAboveWithCards = null, unclaimedTo = 'house' } = configured;
  const { unclaimedAfterHours: hours = 24, zone = 'UTC' } = configured;
  const isAmount = (value: unknown) => {
    return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_AMOUNT;
  };
  const faults: string[] = [];
  if (verifyAbove !== null && !isAmount(verifyAbove)) faults.push('verifyAbove');
  if (verifyAboveWithCards !== null) {
    const isBelow = verifyAbove === null || verifyAboveWithCards < verifyAbove;
    if (isBelow || !isAmount(verifyAboveWithCards)) faults.push('verifyAboveWithCards');
  }
  if (!['house', 'reserve', 'pool'].includes(unclaimedTo)) faults.push('unclaimedTo');
  const isTime = Number.isSafeInteger(hours) && hours >= 0 && hours <= TEN_YEARS_HOURS;
  if (!isTime) faults.push('unclaimedAfterHours');
  if (typeof zone !== 'string' || !/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) {
    faults.push('zone');
  }
  return faults;
}
