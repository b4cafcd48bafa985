import {
  ActingKey,
  assertNotProposed,
  assertNotWaiting,
  hasDoubt,
  leftOf,
  Home,
  looksOf,
  prepareAct,
  prepareApproval,
  prepareWithdrawal,
  sendAct,
  sendApproval,
  sendSigned,
  writeCommand,
  type ActFacts,
  type Left,
  type PreparedAct,
  type PreparedApproval,
  type PreparedWithdrawal,
  type Send,
  type WrittenCommand,
} from '#acts';
import { actDigest, kidOf, UserError, verifySignature, type AwardMessage } from '#contract';
import type { SigningKey } from '#pools';
import { randomUUID } from 'node:crypto';
import type { ConsoleLedger } from '../ledger/console-ledger.js';
import { commandOf, type ActWish, type OwnWish, type ProposalWish } from './wishes.js';

/** What somebody sees before the touch, and the very text that the touch signs. */
export interface Preview {
  readonly id: string;
  readonly kid: string;
  readonly wish: ActWish;
  readonly home: Home;
  readonly prepared: Prepared;
  readonly looks: readonly string[];
  /** Something speaks against it, and the person has not said why it is right all the same. */
  readonly isDoubtful: boolean;
  readonly written: WrittenCommand;
  /** What people at two screens compare: the first signs of the SHA-256 of the act. */
  readonly digest: string;
  /** Of what the person decides by: it changes when the ledger has moved under the preview. */
  readonly seen: string;
  readonly madeAtMs: number;
}

type Prepared =
  | { readonly is: 'act'; readonly act: PreparedAct }
  | { readonly is: 'approval'; readonly approval: PreparedApproval }
  | { readonly is: 'withdrawal'; readonly withdrawal: PreparedWithdrawal };

/** What became of a touch. */
export interface TouchOutcome {
  readonly refusal: string | undefined;
  /** The award that it has verified; null where there is none, undefined where it is unread. */
  readonly result: AwardMessage | null | undefined;
  /** Who must approve it still; null where it is done. */
  readonly left: Left | null;
}

/** A preview is good for so long; what is signed is in the log by then or never will be. */
const previewForMs = 10 * 60_000;
/** Each keeps a reading of its partition. */
const previewsEach = 4;
/** Of the sentence that names the jackpot first, a name without spaces. */
const needsApproval = /^\S+: would be refused, needs-approval: /;
/** A proposal that nobody approves in a shift is made again. */
const proposalForMs = 8 * 3_600_000;

/** A preview, and what becomes of its touch once there was one. */
type KeptPreview = Preview & { outcome?: Promise<TouchOutcome | Preview> | undefined };

/** Rehearses what people ask for, and passes on what they have signed. It decides nothing. */
export class Previews {
  private readonly byId = new Map<string, KeptPreview>();

  constructor(private readonly live: ConsoleLedger) {}

  /**
   * Rehearses an act as the ledger is now. Nothing is sent.
   * @throws UserError when the ledger would refuse it, or something forbids it; LedgerUnavailable.
   */
  async make(wish: ActWish, person: SigningKey): Promise<Preview> {
    return this.keep(await this.rehearse(wish, person));
  }

  private async rehearse(wish: ActWish, person: SigningKey): Promise<Preview> {
    const home = await Home.open(this.live, wish.jackpot);
    const key = actingKeyOf(person);
    const isOfProposal = wish.act === 'approve' || wish.act === 'withdraw';
    const { prepared, looks } = isOfProposal
      ? await this.prepareAnswer(home, wish, key)
      : await this.prepareWish(home, wish, key);
    const { sent, source } = commandIn(prepared);
    const [written] = await writeCommand(this.live, key, source, sent);
    if (!written) throw new UserError('Nothing was sent: the ledger has no partition for it.');
    const facts = factsIn(prepared);
    const preview = {
      ...{ id: randomUUID(), kid: person.kid, wish, home, prepared, looks, written },
      isDoubtful: facts !== undefined && hasDoubt({ ...facts, looks }) && !wish.despite,
      digest: actDigest(actIn(prepared)).slice(0, 8),
      seen: whatIsSeen(prepared, looks),
      madeAtMs: Date.now(),
    };
    return preview;
  }

  /** @throws UserError where the preview is too old, or another person's. */
  private find(id: string, { kid }: Pick<SigningKey, 'kid'>): KeptPreview {
    const found = this.byId.get(id);
    if (found && found.kid === kid && Date.now() - found.madeAtMs < previewForMs) return found;
    throw new UserError('Nothing was sent: this preview is over. Make a new one.');
  }

  /**
   * Passes on what a person has signed, once: the same touch again gets the same answer.
   * @returns a new preview where the ledger has moved under the one that was signed; nothing was
   * sent then.
   * @throws UserError where the signature is not good, or nothing may be sent.
   */
  async send(id: string, signature: string, person: SigningKey): Promise<TouchOutcome | Preview> {
    const preview = this.find(id, person);
    if (preview.outcome) return preview.outcome;
    const { written, isDoubtful, home } = preview;
    const { keys } = home.now.authority;
    const verified = verifySignature(keys, written.ledger, signature, Buffer.from(written.value));
    if ('refused' in verified) throw new UserError(`Nothing was sent. ${verified.refused.detail}`);
    if (kidOf(signature) !== person.kid) throw new UserError('Nothing was sent: another key.');
    if (isDoubtful) throw new UserError('Nothing was sent: say first why it is right.');
    // From here on a second touch waits for what becomes of the first.
    preview.outcome = this.sendOnce(preview, signature, person);
    return preview.outcome;
  }

  private async sendOnce(
    preview: KeptPreview,
    signature: string,
    person: SigningKey,
  ): Promise<TouchOutcome | Preview> {
    const { wish, seen, prepared } = preview;
    try {
      const now = await this.rehearse(wish, person);
      // What the person has said was of what there was to be seen.
      if (now.seen !== seen) return await this.make({ ...wish, despite: undefined }, person);
      await assertNotWaiting(this.live, now.home, commandIn(prepared).sent);
    } catch (error) {
      // Nothing was sent, so it may be tried again.
      preview.outcome = undefined;
      throw error;
    }
    return this.pass(preview, signature);
  }

  private async pass({ prepared, written }: Preview, signature: string): Promise<TouchOutcome> {
    const send: Send = () => sendSigned(this.live, [{ ...written, signature }]);
    switch (prepared.is) {
      case 'act': {
        const { answers, result } = await sendAct(this.live, prepared.act, send);
        return { refusal: answers[0]?.refusal, result, left: leftAfter(prepared.act) };
      }
      case 'approval': {
        const { answers, left, result } = await sendApproval(this.live, prepared.approval, send);
        return { refusal: answers[0]?.refusal, result, left: left ?? null };
      }
      case 'withdrawal': {
        const { sent, source } = prepared.withdrawal;
        const answers = await send(sent, source);
        return { refusal: answers[0]?.refusal, result: null, left: null };
      }
    }
  }

  /** An act by one person, or the proposal of it where the ledger asks for more. */
  private async prepareWish(home: Home, wish: OwnWish, key: ActingKey) {
    const { note, ...own } = await commandOf(this.live, home, wish);
    const command = { ...own, subject: home.id };
    const looks = await looksOf(this.live, home, command);
    try {
      const act = prepareAct(home, command, { source: key.source, key });
      return { prepared: { is: 'act', act } as const, looks };
    } catch (error) {
      if (!(error instanceof UserError) || !needsApproval.test(error.message)) throw error;
    }
    const proposing = { expiresMs: Date.now() + proposalForMs, note };
    await assertNotProposed(this.live, home.partition, home.jackpot, command);
    const act = prepareAct(home, command, { source: key.source, key, proposing });
    return { prepared: { is: 'act', act } as const, looks };
  }

  private async prepareAnswer(home: Home, wish: ProposalWish, key: ActingKey) {
    const signing = { source: key.source, key };
    const { proposal, despite: note } = wish;
    if (wish.act === 'withdraw') {
      const { reason } = wish;
      const withdrawal = await prepareWithdrawal(this.live, home, proposal, reason, signing);
      return { prepared: { is: 'withdrawal', withdrawal } as const, looks: [] };
    }
    const approval = await prepareApproval(this.live, home, proposal, {
      ...{ signing, note },
      look: refuseUnshown,
    });
    const { proposed, proposal: found } = approval;
    const looks = await looksOf(this.live, home, proposed.act, found.offset);
    return { prepared: { is: 'approval', approval } as const, looks };
  }

  /** At most some of each person, so that nobody pushes out those of others. */
  private keep(preview: Preview): Preview {
    const own = [...this.byId.values()].filter(({ kid }) => kid === preview.kid);
    const isOver = ({ madeAtMs }: Preview): boolean => Date.now() - madeAtMs > previewForMs;
    const old = own.filter((each, index) => isOver(each) || index <= own.length - previewsEach);
    for (const { id } of old) this.byId.delete(id);
    this.byId.set(preview.id, preview);
    return preview;
  }
}

/** What a page cannot show whole yet: the round of a grant, the odds of a configuration. */
const atShell = ['award.granted', 'jackpot.configured', 'jackpot.retired', 'transfer.received'];

function refuseUnshown({ type }: { readonly type: string }): Promise<undefined> {
  if (!atShell.includes(type)) return Promise.resolve(undefined);
  throw new UserError(
    `This page cannot show all that ${type} changes: approve it by \`jackpot approve\`.`,
  );
}

function actingKeyOf({ kid, x }: SigningKey): ActingKey {
  return new ActingKey({ kid, x, isPasskey: true }, `console-${kid}`, 'your passkey');
}

/** Who must approve what was proposed; null where an act is no proposal. */
export function leftAfter({ sent, rehearsed }: PreparedAct): Left | null {
  const proposal = rehearsed.after?.jackpot.proposals.at(-1);
  if (sent.type !== 'act.proposed' || !proposal) return null;
  return leftOf(proposal, rehearsed.authority.keys);
}

export function factsIn(prepared: Prepared): ActFacts | undefined {
  if (prepared.is === 'withdrawal') return undefined;
  return prepared.is === 'act' ? prepared.act.facts : prepared.approval.facts;
}

function commandIn(prepared: Prepared) {
  if (prepared.is === 'act') return prepared.act;
  return prepared.is === 'approval' ? prepared.approval : prepared.withdrawal;
}

/** What is done in the end, whichever person signs which part of it. */
function actIn(prepared: Prepared): { readonly type: string; readonly data: object } {
  const facts = factsIn(prepared);
  if (facts) return facts.act;
  const { type, data } = commandIn(prepared).sent;
  return { type, data };
}

/** Bets move the amounts all the time, and nobody decides by that. */
function whatIsSeen(prepared: Prepared, looks: readonly string[]): string {
  const facts = factsIn(prepared);
  const { type } = commandIn(prepared).sent;
  if (!facts) return JSON.stringify([type, looks]);
  const { award: touched, changes, atRestart, dropsPending, endsProposals, before } = facts;
  // Its times and offsets are those of the rehearsal.
  const award = touched && {
    ...{ id: touched.award.id, payouts: touched.award.payouts, affects: touched.award.affects },
    ...{ before: touched.statesBefore, doubts: touched.doubts, sameSeats: touched.sameSeats },
    after: touched.award.states.map(({ seat, state }) => [seat, state]),
  };
  const shown = { type, award, changes, atRestart, dropsPending, endsProposals, looks };
  return JSON.stringify({ ...shown, state: before.state, blocked: before.blocked });
}
