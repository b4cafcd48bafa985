import {
  digestOf,
  doneAlone,
  isOpenTo,
  isSamePerson,
  noteAlone,
  rolesToApprove,
} from './approvals.js';
import type { Act, At, Jackpot, ModelEvent, Person, Proposal, Signature } from './events.js';

const MOST_PROPOSALS = 32;

/**
 * The result of a command: a refusal, an act to carry out, or a change that only proposals show.
 */
export interface Step {
  refusal: string | null;
  act: Act | null;
  /** The people who signed for the act, in the order of their records. */
  by: Signature[];
}

const NOTHING: Step = { refusal: null, act: null, by: [] };

/**
 * Applies a command that is valid by itself to the proposals of its jackpot.
 * @param whyNot the reason why an act would be refused now, or null
 */
export function stepOf(
  jackpot: Jackpot,
  event: ModelEvent,
  at: At,
  signer: Person | null,
  whyNot: (act: Act) => string | null,
): Step {
  const { type, data } = event;
  const { act = { type, data } } = data as { act?: Act };
  const signature = signer && { ...signer, offset: at.offset, atMs: at.timestampMs };
  const done = signature ? doneAlone(jackpot, act, signature) : 0;
  const roles = rolesToApprove(jackpot, act, done);
  if (!type.startsWith('act.')) {
    const by = signature ? [signature] : [];
    const refusal = roles.length > 0 ? 'needs-approval' : whyNot(act);
    if (refusal === null && signature) noteAlone(jackpot, act, signature);
    return { refusal, act, by };
  }
  if (signature === null) throw new Error(`Nobody has signed ${event.id}.`);
  if (type === 'act.proposed') {
    if (roles.length === 0) return refused('invalid-command');
    const open = jackpot.proposals.filter(({ expiresMs }) => expiresMs > at.timestampMs);
    if (open.length >= MOST_PROPOSALS) return refused('too-many-proposals');
    const refusal = whyNot(act);
    if (refusal !== null) return refused(refusal);
    jackpot.proposals = [...open, proposalOf(event, signature, roles)];
    return NOTHING;
  }
  const proposal = jackpot.proposals.find(({ offset }) => offset === data['proposal']);
  if (!proposal) return refused('unknown-proposal');
  if (type === 'act.approved') return approve(jackpot, proposal, act, signature, whyNot);
  const isOwn = isSamePerson(proposal.proposer.holder, signature.holder);
  if (!isOwn && !signature.roles.includes('approve')) return refused('not-permitted');
  jackpot.proposals = jackpot.proposals.filter((each) => each !== proposal);
  return NOTHING;
}

function approve(
  jackpot: Jackpot,
  proposal: Proposal,
  act: Act,
  signer: Signature,
  whyNot: (act: Act) => string | null,
): Step {
  const { proposer, approvers, by } = proposal;
  const isAgain = [proposer, ...approvers].some(({ holder }) => {
    return isSamePerson(holder, signer.holder);
  });
  if (signer.atMs >= proposal.expiresMs) return refused('proposal-expired');
  if (digestOf(act) !== proposal.digest) return refused('proposal-differs');
  if (isAgain) return refused('same-person');
  if (!isOpenTo(proposal, signer)) return refused('not-permitted');
  if (approvers.length + 1 < by.length) {
    const approved = { ...proposal, approvers: [...approvers, signer] };
    jackpot.proposals = jackpot.proposals.map((each) => (each === proposal ? approved : each));
    return NOTHING;
  }
  jackpot.proposals = jackpot.proposals.filter((each) => each !== proposal);
  return { refusal: whyNot(act), act, by: [proposer, ...approvers, signer] };
}

function proposalOf({ data }: ModelEvent, proposer: Signature, by: string[]): Proposal {
  const { act, expires } = data as { act: Act; expires: string };
  return {
    ...{ offset: proposer.offset, type: act.type, digest: digestOf(act), proposer },
    ...{ expiresMs: Date.parse(expires), by, approvers: [] },
  };
}

function refused(refusal: string): Step {
  return { refusal, act: null, by: [] };
}
