import { exitCodes, UserError, type AwardMessage } from '#contract';
import type { Jackpot, Proposal } from '#pools';
import type { LiveLedger, RoundSeen } from '#proof';
import { WouldBeRefused } from './act.js';
import { actFacts, type ActFacts } from './act-facts.js';
import { leftOf, type Left } from './approvers.js';
import { afterwards, commandResult } from './award-result.js';
import type { Command, SignedCommand } from './command.js';
import { Home } from './ledger-door.js';
import { readProposed, wasProposed, type Proposed } from './proposed.js';
import { refusedAmounts } from './refused-amounts.js';
import { rehearse } from './rehearsal.js';
import type { ActingKey } from './acting-key.js';
import type { AnsweredCommand, Send } from './sending.js';
import { visible } from './visible.js';

/** The signer of a command, and its source. */
export interface Signing {
  readonly source: string;
  readonly key: ActingKey;
}

interface Approving {
  readonly signing: Signing;
  /** Looks at the round of an award that would be granted. */
  readonly look: (act: Proposed['act']) => Promise<RoundSeen | undefined>;
  /** The approver's note for the log. */
  readonly note: string | undefined;
}

/** An approval that the current ledger would accept. */
export interface PreparedApproval {
  readonly proposal: Proposal;
  /** The act that the proposer has signed. */
  readonly proposed: Proposed;
  /** The changes of the act, once all have approved it. */
  readonly facts: ActFacts;
  readonly sent: SignedCommand;
  readonly source: string;
  /** Approvals that it still needs after this one; null if this one is the last. */
  readonly then: Left | null;
}

/**
 * Rehearses the approval of an act, and the act itself. Nothing is sent.
 * @param given the proposal, as a person names it
 * @param approving the signer, and the reason
 * @throws UserError if the proposal does not exist, the record in the log is another act, or one of
 *   the two would be refused.
 */
export async function prepareApproval(
  live: LiveLedger,
  home: Home,
  given: string,
  { signing: { source, key }, look, note }: Approving,
): Promise<PreparedApproval> {
  const { id, partition, jackpot } = home;
  const proposal = await proposalNamed(live, home, given);
  const proposed = (await readProposed(live, partition, [proposal])).get(proposal.offset);
  if (!proposed) throw otherAct(partition, proposal);
  const { act } = proposed;
  const done = rehearse(home, { ...act, subject: id }, source, { asApproved: true });
  if (done.refusal !== undefined) {
    const amounts = refusedAmounts({ ...act, subject: id }, done.before?.jackpot);
    throw new WouldBeRefused(id, `${done.refusal}${amounts}`);
  }
  const data = { proposal: proposal.offset, act, ...(note !== undefined && { note }) };
  const command: Command = { type: 'act.approved', subject: id, data };
  const own = rehearse(home, command, source, { key });
  if (own.refusal !== undefined) throw new WouldBeRefused(id, own.refusal);
  const { keys, ledger } = own.authority;
  const then = leftIn(own.after?.jackpot, proposal.offset, keys);
  const changed = actFacts(jackpot, act, done, command.type, await look(act));
  const others = changed.endsProposals.filter((offset) => offset !== proposal.offset);
  const facts = { ...changed, endsProposals: others };
  const sent = { ...command, ledger: ledger ?? '' };
  return { proposal, proposed, facts, sent, source, then };
}

/**
 * Sends an approval, and waits until the ledger has judged it.
 * @returns the answer, the approvals that the act still needs, and, once it is done, the award that
 *   it has verified or made.
 */
export async function sendApproval(
  live: LiveLedger,
  { proposal, proposed, sent, source }: PreparedApproval,
  send: Send,
): Promise<Approved> {
  const { subject } = sent;
  const answers = await send(sent, source);
  const read = async (): Promise<Omit<Approved, 'answers'>> => {
    const home = await Home.find(live, subject);
    const { authority, jackpots } = home.now;
    const left = leftIn(jackpots.get(subject), proposal.offset, authority.keys);
    const isDone = left === null && answers.every(({ refusal }) => refusal === undefined);
    const act = { ...proposed.act, subject };
    return { left, isDone, result: isDone ? await commandResult(act, answers, () => home) : null };
  };
  return { answers, ...((await afterwards(read())) ?? unknown) };
}

const unknown = { left: undefined, isDone: undefined, result: undefined };

interface Approved {
  readonly answers: AnsweredCommand[];
  /** Approvals that the act still needs; undefined, like the others, if nobody can read them. */
  readonly left: Left | null | undefined;
  readonly isDone: boolean | undefined;
  readonly result: AwardMessage | null | undefined;
}

/** A withdrawal that the current ledger would accept. */
export interface PreparedWithdrawal {
  readonly proposal: Proposal;
  /** The act that its proposer has signed; undefined if the log has another act. */
  readonly proposed: Proposed | undefined;
  readonly sent: SignedCommand;
  readonly source: string;
}

/**
 * Rehearses the withdrawal of a proposed act. Nothing is sent.
 * @throws UserError if the proposal does not exist, or the withdrawal would be refused.
 */
export async function prepareWithdrawal(
  live: LiveLedger,
  home: Home,
  given: string,
  reason: string,
  { source, key }: Signing,
): Promise<PreparedWithdrawal> {
  const proposal = await proposalNamed(live, home, given);
  const proposed = (await readProposed(live, home.partition, [proposal])).get(proposal.offset);
  const data = { proposal: proposal.offset, reason };
  const command: Command = { type: 'act.withdrawn', subject: home.id, data };
  const { authority, refusal } = rehearse(home, command, source, { key });
  if (refusal !== undefined) throw new WouldBeRefused(home.id, refusal);
  return { proposal, proposed, sent: { ...command, ledger: authority.ledger ?? '' }, source };
}

function leftIn(
  jackpot: Jackpot | undefined,
  proposal: number,
  keys: Parameters<typeof leftOf>[1],
): Left | null {
  const waits = jackpot?.proposals.find(({ offset }) => offset === proposal);
  return waits ? leftOf(waits, keys) : null;
}

/** @throws UserError that says if such a proposal has ever existed. */
async function proposalNamed(live: LiveLedger, home: Home, given: string): Promise<Proposal> {
  const { id, partition } = home;
  const all = home.jackpot.proposals;
  const found = all.find(({ offset }) => String(offset) === given);
  if (found) return found;
  if (!/^\d{1,15}$/.test(given)) {
    const sentence = `${visible(given)} is not a proposal: give the number that proposals lists.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  const offsets = all.map(({ offset }) => offset).join(', ') || 'none';
  const why = (await wasProposed(live, partition, Number(given), id))
    ? 'it was refused, done or withdrawn, or other keys or another configuration ended it'
    : 'it never existed';
  throw new UserError(`Proposal ${given} of ${id} does not wait: ${why}. These wait: ${offsets}.`);
}

function otherAct(partition: number, { offset }: Proposal): UserError {
  return new UserError(
    `The log has another act at offset ${offset} of partition ${partition} than the ledger remembers: nothing was sent. Run verify.`,
    exitCodes.differs,
  );
}
