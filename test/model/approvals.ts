import { createHash } from 'node:crypto';
import { claimOf, sumOf } from './claims.js';
import { minorUnit } from './currency.js';
import type {
  Act,
  Award,
  Configuration,
  Jackpot,
  Person,
  Proposal,
  Signature,
  Tier,
} from './events.js';
import { ROLES } from './roles.js';

/** contract 4.5: the acts that may need more than one person, with the role for each. */
export const ROLE_OF_ACT: Record<string, string> = {
  'jackpot.configured': 'configure',
  'jackpot.resumed': 'operate',
  'pool.adjusted': 'adjust',
  'table.unblocked': 'operate',
  'table.reset': 'operate',
  'jackpot.retired': 'adjust',
  'transfer.received': 'adjust',
  'award.verified': 'operate',
  'award.reversed': 'adjust',
  'award.expired': 'adjust',
  'award.granted': 'adjust',
};
/** The acts that have an amount. */
const WITH_AMOUNT = [
  ...['pool.adjusted', 'transfer.received'],
  ...['award.verified', 'award.reversed', 'award.expired', 'award.granted'],
];
const LARGEST_AMOUNT = 10 ** 12;
const MOST_TIERS = 16;
const MOST_ROLES = 4;

/** contract 5: the faults in the approvals of a configuration. */
export function approvalFaults(approvals: unknown): string[] {
  if (approvals === null) return [];
  if (typeof approvals !== 'object' || Array.isArray(approvals)) return ['approvals'];
  return Object.entries(approvals).flatMap(([type, tiers]) => {
    return type in ROLE_OF_ACT && areTiers(type, tiers) ? [] : [`approvals of ${type}`];
  });
}

function areTiers(type: string, tiers: unknown): boolean {
  if (!Array.isArray(tiers) || tiers.length < 1 || tiers.length > MOST_TIERS) return false;
  if (!WITH_AMOUNT.includes(type) && tiers.length > 1) return false;
  return tiers.every((tier, index) => {
    const { from, by, notice, ...others } = Object(tier) as Tier;
    const before = index === 0 ? -1 : (tiers[index - 1] as Tier).from;
    if (!Number.isSafeInteger(from) || from <= before || from > LARGEST_AMOUNT) return false;
    if (index === 0 && from !== 0) return false;
    if (!Array.isArray(by) || by.length > MOST_ROLES) return false;
    if (notice !== undefined && typeof notice !== 'string') return false;
    return by.every((role) => ROLES.includes(role)) && Object.keys(others).length === 0;
  });
}

/**
 * Roles that must approve an act, one person each; empty if one signature is enough.
 * @param doneAlone the amount that the signer has moved alone on the day of the act
 */
export function rolesToApprove(jackpot: WithAmounts, act: Act, doneAlone = 0): string[] {
  const { approvals = null } = jackpot.configuration;
  if (approvals === null) return [];
  const amount = amountOf(jackpot, act) + doneAlone;
  const isReceipt = act.type === 'transfer.received';
  const rows = approvals[act.type] ?? (isReceipt ? approvals['pool.adjusted'] : []);
  const by = rows?.findLast(({ from }) => from <= amount)?.by ?? [];
  if (isOfUncountedDeck(act)) return [...by, 'approve'];
  return by.length > 0 || !isNeverOfOne(act) ? by : ['approve'];
}

/** Whether the act moves a jackpot's whole money. */
function isNeverOfOne({ type, data }: Act): boolean {
  const isOpening = type === 'pool.adjusted' && data['opening'] !== undefined;
  return isOpening || type === 'jackpot.retired' || type === 'transfer.received';
}

function isOfUncountedDeck({ type, data }: Act): boolean {
  const { evidence } = data as { evidence?: { deck?: string } };
  return type === 'award.verified' && evidence?.deck !== 'counted';
}

/** contract 4.5: whether two names belong to one person. */
export function isSamePerson(one: string, other: string): boolean {
  return personOf(one) === personOf(other);
}

function personOf(holder: string): string {
  return holder.toLowerCase().replace(/[._-]/g, '');
}

const SUMMED = ['pool.adjusted', 'award.granted'];

/** contract 4.5: day, person and type, for the sum; null for an act that is not summed. */
function aloneAs({ type }: Act, { holder, atMs }: Signed): string | null {
  if (!SUMMED.includes(type)) return null;
  return `${new Date(atMs).toISOString().slice(0, 10)} ${personOf(holder)} ${type}`;
}

export function doneAlone({ alone }: Summed, act: Act, signature: Signed): number {
  return alone.get(aloneAs(act, signature) ?? '') ?? 0;
}

export function noteAlone(jackpot: Summed, act: Act, signature: Signed): void {
  const as = aloneAs(act, signature);
  if (as === null) return;
  jackpot.alone.set(as, doneAlone(jackpot, act, signature) + amountOf(jackpot, act));
}

type Signed = Pick<Signature, 'holder' | 'atMs'>;
type Summed = WithAmounts & Pick<Jackpot, 'alone'>;

/** The data that decides the amount of an act. */
interface WithAmounts {
  configuration: Configuration;
  pending?: Configuration | null;
  claims: readonly { award: Award }[];
}

/** contract 4.5: minor units; 0 for an act without an amount, or for an unknown award. */
function amountOf(
  { claims, configuration, pending = null }: WithAmounts,
  { type, data }: Act,
): number {
  if (!WITH_AMOUNT.includes(type)) return 0;
  if (type === 'pool.adjusted') return Math.abs(Number(data['amount']));
  if (type === 'transfer.received') {
    const micros = BigInt(String(data['pool'])) + BigInt(String(data['reserve']));
    const unit = minorUnit(configuration.currency);
    return Number(micros / unit) + (micros % unit > 0n ? 1 : 0);
  }
  if (type === 'award.granted') {
    const granted = data as unknown as { payouts: { amount: number }[]; restarts?: true };
    const { seed } = pending ?? configuration;
    return sumOf(granted.payouts) + (granted.restarts ? seed : 0);
  }
  const claim = claimOf(claims, String(data['award']));
  return claim ? sumOf(claim.award.payouts) : 0;
}

/** contract 4.5: whether this person's key can fill a role that the other approvers leave open. */
export function isOpenTo({ by, approvers }: Proposal, person: Person): boolean {
  const others = approvers.filter(({ holder }) => !isSamePerson(holder, person.holder));
  return canFill(by, [...others, person]);
}

/** Whether each person can have a different role, in some assignment of the roles. */
function canFill(by: readonly string[], [first, ...others]: readonly Person[]): boolean {
  if (!first) return true;
  return by.some((role, index) => {
    return first.roles.includes(role) && canFill(by.toSpliced(index, 1), others);
  });
}

/**
 * contract 4.5: the part of a proposal that stays valid after a set of keys; null if it has ended.
 * @param inForce the keys of the set
 */
export function afterKeys(proposal: Proposal, inForce: readonly Person[]): Proposal | null {
  const now = (one: Signature): Signature | null => {
    const key = inForce.find(({ kid, holder }) => kid === one.kid && holder === one.holder);
    return key ? { ...one, ...key } : null;
  };
  const role = ROLE_OF_ACT[proposal.type] ?? '';
  if (now(proposal.proposer)?.roles.includes(role) !== true) return null;
  const approvers: Signature[] = [];
  for (const approver of proposal.approvers) {
    const person = now(approver);
    if (person && canFill(proposal.by, [...approvers, person])) approvers.push(person);
  }
  return { ...proposal, approvers };
}

/** contract 4.5: the same for all acts that are equal as JSON. Hex. */
export function digestOf({ type, data }: Act): string {
  return createHash('sha256').update(canonical({ type, data })).digest('hex');
}

/**
 * RFC 8785: members in the order of their names' UTF-16 units; numbers and texts as in ECMAScript.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}
