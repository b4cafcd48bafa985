import { amountOfAwardAct } from './award-acts.js';
import { applyAct } from './commands.js';
import { approvableTypes } from './configuration.js';
import { isAwardAct } from './events.js';
import type {
  Act,
  ActApproved,
  PoolEvent,
  ActWithdrawn,
  ApprovableAct,
  CommandEvent,
} from './events.js';
import { personNamed, type Authority, type Role } from './keys.js';
import { type EventRefusal, invalidCommand, newOutcome, refusal } from './outcome.js';
import { tableKey, type Approval, type Jackpot, type Proposal } from './state.js';
import type { RecordPosition } from './position.js';
import type { Acted } from './step.js';

/** Most acts of a jackpot that wait for approval. */
const proposalsRemembered = 32;
const longestMs = 7 * 86_400_000;

type CommandOf<T extends CommandEvent['type']> = Extract<CommandEvent, { type: T }>;
type KeysInForce = Authority['keys'];

/** Says why one signature is not enough for an act; undefined if it is. */
export function whyNeedsApproval(step: Acted, act: Act): EventRefusal | undefined {
  const { jackpot } = step;
  const done = doneAlone(step, act);
  const by = approversOf(jackpot, act, done);
  if (by.length === 0) return undefined;
  const { currency } = jackpot.configuration;
  const unit = `minor units of ${currency}`;
  const before = done > 0 ? `, with the ${done} ${unit} that you have done alone today` : '';
  return refusal(
    'needs-approval',
    `${act.type} of ${jackpot.id} needs more than one person${before}: propose it, and let others approve it (${by.join(', ')}).`,
  );
}

/** Acts that state their own amount: one person's acts of a day are added up. */
const summedTypes: readonly string[] = ['pool.adjusted', 'award.granted'];
/** Higher than every `from`, and a sum still stays a whole number. */
const highestSum = 2 ** 50;

function doneAlone({ jackpot: { alone }, people, position }: Acted, { type }: Act): number {
  if (!summedTypes.includes(type) || alone.day !== utcDayOf(position.recordedAtMs)) return 0;
  return alone.sums.get(`${type} ${personIn(people)}`) ?? 0;
}

function personIn(people: Acted['people']): string {
  return personNamed(people[0]?.holder ?? '');
}

/** Notes an act that one person has done. */
export function noteAlone(step: Acted, act: Act): void {
  const { jackpot, people, position, outcome } = step;
  if (!summedTypes.includes(act.type)) return;
  const day = utcDayOf(position.recordedAtMs);
  const sum = Math.min(doneAlone(step, act) + amountOfAct(jackpot, act), highestSum);
  const before = jackpot.alone.day === day ? jackpot.alone.sums : [];
  jackpot.alone = { day, sums: new Map([...before, [`${act.type} ${personIn(people)}`, sum]]) };
  outcome.stored.push(jackpot.id);
}

function utcDayOf(recordedAtMs: number): number {
  return Math.floor(recordedAtMs / 86_400_000);
}

/** `act.proposed`: the act is remembered if it would now be done. */
export function propose(step: Acted, { by: key, data }: CommandOf<'act.proposed'>) {
  const { jackpot, outcome, position } = step;
  const { act, digest, role, expiresMs } = data;
  const by = approversOf(jackpot, act, doneAlone(step, act));
  if (by.length === 0) {
    return invalidCommand(
      `${act.type} of ${jackpot.id} needs no approval as it is: send it itself.`,
    );
  }
  const waiting = jackpot.proposals.filter((each) => each.expiresMs > position.recordedAtMs);
  if (waiting.length >= proposalsRemembered) {
    return refusal(
      'too-many-proposals',
      `${jackpot.id} has ${waiting.length} acts that wait for approval: approve or withdraw one of them first.`,
    );
  }
  const refused = rehearseAct(step, act);
  if (refused) return refused;
  const { kid, holder } = key;
  const { recordedAtMs: atMs } = position;
  const proposal = { kid, holder, role, expiresMs, by, approvals: [], atMs };
  jackpot.proposals = [
    ...waiting,
    { offset: position.offset, type: act.type, digest, ...proposal },
  ];
  outcome.stored.push(jackpot.id);
  return undefined;
}

/** `act.approved`: one more person has signed the act itself; the last approval does it. */
export function approve(
  step: Acted,
  { by: { kid, holder }, data }: CommandOf<'act.approved'>,
  keys: KeysInForce,
): EventRefusal | undefined {
  const { jackpot, outcome, position } = step;
  const proposal = findProposal(jackpot, data);
  if (!proposal) return unknown(jackpot, data);
  const refused = whyNotApproved(proposal, data, holder, position.recordedAtMs);
  if (refused) return refused;
  const { offset, recordedAtMs: atMs } = position;
  const approvals = [...proposal.approvals, { kid, holder, offset, atMs }];
  const filled = filledBy(proposal.by, approvals, keys);
  if (filled === filledBy(proposal.by, proposal.approvals, keys)) {
    return refusal(
      'not-permitted',
      `${kid} can fill none of the roles that are left of ${proposal.by.join(' and ')}.`,
    );
  }
  if (filled < proposal.by.length) {
    jackpot.proposals = jackpot.proposals.map((each) =>
      each === proposal ? { ...proposal, approvals } : each,
    );
  } else {
    const people = [proposal, ...approvals].map(personOf);
    const failed = applyAct({ ...step, people }, data.act);
    if (failed) return failed;
    jackpot.proposals = jackpot.proposals.filter((each) => each !== proposal);
  }
  outcome.stored.push(jackpot.id);
  return undefined;
}

/** `act.withdrawn`: by the proposer, or by a key that may approve. */
export function withdraw(
  { jackpot, outcome }: Acted,
  { by: { kid, holder, roles }, data }: CommandOf<'act.withdrawn'>,
): EventRefusal | undefined {
  const proposal = findProposal(jackpot, data);
  if (!proposal) return unknown(jackpot, data);
  const isOwn = personNamed(holder) === personNamed(proposal.holder);
  if (!isOwn && !roles.includes('approve')) {
    const detail = `${kid} may not withdraw what ${proposal.holder} has proposed: it has no role approve.`;
    return refusal('not-permitted', detail);
  }
  jackpot.proposals = jackpot.proposals.filter((each) => each !== proposal);
  outcome.stored.push(jackpot.id);
  return undefined;
}

/**
 * Drops the proposals and approvals of a key that is no longer in force, or has lost the role that
 * it acted with, even if a later set gives that back. @returns whether something changed.
 */
export function dropRevoked(jackpot: Jackpot, keys: KeysInForce): boolean {
  const holds = ({ kid, holder }: { kid: string; holder: string }): boolean =>
    keys.get(kid)?.holder === holder;
  const before = jackpot.proposals;
  jackpot.proposals = before
    .filter((each) => holds(each) && keys.get(each.kid)?.roles.includes(each.role) === true)
    .map((each) => {
      const approvals = fillingOnly(each.by, each.approvals.filter(holds), keys);
      return approvals.length === each.approvals.length ? each : { ...each, approvals };
    });
  return before.some((each, index) => each !== jackpot.proposals[index]);
}

/**
 * The roles of the approvers that an act needs besides its proposer.
 * @param done amount that the proposer has done alone on that day, minor units.
 */
export function approversOf(jackpot: Jackpot, act: Act | ApprovableAct, done = 0): readonly Role[] {
  const { approvals } = jackpot.configuration;
  if (approvals === null) return [];
  const type = approvableTypes.find((each) => each === act.type);
  // Uses the tiers of adjustments: else fewer people could receive what only several may adjust.
  const instead = type === 'transfer.received' ? approvals['pool.adjusted'] : undefined;
  const tiers = (type && approvals[type]) ?? instead ?? [];
  const amount = done + amountOfAct(jackpot, act);
  const by = tiers.findLast(({ from }) => from <= amount)?.by ?? [];
  const isUncounted = act.type === 'award.verified' && act.data.evidence.deck !== 'counted';
  if (isUncounted) return [...by, 'approve'];
  return by.length === 0 && isNeverOfOne(act) ? ['approve'] : by;
}

/** Tells whether an act moves all money of a jackpot. */
function isNeverOfOne(act: Act | ApprovableAct): boolean {
  const isOpening = act.type === 'pool.adjusted' && act.data.opening !== undefined;
  return isOpening || act.type === 'jackpot.retired' || act.type === 'transfer.received';
}

/** The amount that selects the tier of `approvals`, minor units. */
function amountOfAct(jackpot: Jackpot, act: Act | ApprovableAct): number {
  if (act.type === 'pool.adjusted') return Math.abs(act.data.amount);
  if (act.type === 'transfer.received') {
    const { minorUnitMicros } = jackpot.inForce;
    const micros = BigInt(act.data.pool) + BigInt(act.data.reserve);
    return Number((micros + minorUnitMicros - 1n) / minorUnitMicros);
  }
  return isAwardAct(act) ? amountOfAwardAct(jackpot, act) : 0;
}

function personOf({ kid, holder, offset, atMs }: Approval): Approval {
  return { kid, holder, offset, atMs };
}

/** Says why a proposal cannot expire at the time that it states. */
export function whyNotThen(
  event: PoolEvent,
  { recordedAtMs }: RecordPosition,
): EventRefusal | undefined {
  if (event.type !== 'act.proposed') return undefined;
  const { expiresMs } = event.data;
  if (expiresMs > recordedAtMs && expiresMs <= recordedAtMs + longestMs) return undefined;
  const [expires, recorded] = [expiresMs, recordedAtMs].map((ms) => new Date(ms).toISOString());
  return invalidCommand(
    `expires: ${expires} must be later than the record, which is of ${recorded} by Kafka's time, and at most seven days later.`,
  );
}

/** The current reason to refuse the act. The fold changes things in place, so it gets copies. */
function rehearseAct(step: Acted, act: ApprovableAct): EventRefusal | undefined {
  const { jackpot, tables } = step;
  const copied = {
    ...jackpot,
    accounts: { ...jackpot.accounts },
    causes: new Map(jackpot.causes),
    hands: new Map(jackpot.hands),
    blocked: new Set(jackpot.blocked),
    claims: new Map(jackpot.claims),
    open: new Set(jackpot.open),
  };
  const key = tableKey(jackpot.id, tableOfAct(jackpot, act));
  const table = tables.get(key);
  const own = new Map(table && [[key, { ...table }]]);
  // The end of a jackpot reads all of its tables, and changes none.
  const seen = act.type === 'jackpot.retired' ? tables : own;
  return applyAct({ ...step, jackpot: copied, outcome: newOutcome(), tables: seen }, act);
}

/** The table that an act is about; '' without one. */
function tableOfAct({ claims }: Jackpot, { data }: ApprovableAct): string {
  if ('table' in data) return data.table;
  return 'award' in data ? (claims.get(data.award)?.table ?? '') : '';
}

function whyNotApproved(
  { offset, digest, expiresMs, ...proposal }: Proposal,
  data: ActApproved,
  holder: string,
  recordedAtMs: number,
): EventRefusal | undefined {
  if (recordedAtMs >= expiresMs) {
    const detail = `Proposal ${offset} has expired at ${new Date(expiresMs).toISOString()}.`;
    return refusal('proposal-expired', detail);
  }
  if (digest !== data.digest) {
    const detail = `The signed act differs from proposal ${offset}: look at it again.`;
    return refusal('proposal-differs', detail);
  }
  const people = [proposal, ...proposal.approvals].map((each) => each.holder);
  const same = people.find((each) => personNamed(each) === personNamed(holder));
  if (same !== undefined) {
    const detail = `${same} has already signed proposal ${offset}: another person must sign it.`;
    return refusal('same-person', detail);
  }
  return undefined;
}

/** The approvals, oldest first, that each fill a role besides the earlier ones. */
function fillingOnly(
  by: readonly Role[],
  approvals: Proposal['approvals'],
  keys: KeysInForce,
): Proposal['approvals'] {
  return approvals.reduce<Proposal['approvals']>((kept, each) => {
    const more = [...kept, each];
    return filledBy(by, more, keys) === more.length ? more : kept;
  }, []);
}

/** Number of roles that different approvers can fill, one each. */
function filledBy(
  by: readonly Role[],
  approvals: Proposal['approvals'],
  keys: KeysInForce,
): number {
  const [first, ...others] = approvals;
  if (!first || by.length === 0) return 0;
  const without = filledBy(by, others, keys);
  const own = keys.get(first.kid)?.roles ?? [];
  const fillings = by.flatMap((role, index) =>
    own.includes(role) ? [1 + filledBy(by.toSpliced(index, 1), others, keys)] : [],
  );
  return Math.max(without, ...fillings);
}

function findProposal({ proposals }: Jackpot, { proposal }: ActApproved | ActWithdrawn) {
  return proposals.find(({ offset }) => offset === proposal);
}

function unknown({ id }: Jackpot, { proposal }: ActApproved | ActWithdrawn): EventRefusal {
  return refusal(
    'unknown-proposal',
    `No act of ${id} waits as proposal ${proposal}: it was done or withdrawn, its proposer's key was revoked, or a configuration has come into force since.`,
  );
}
