import {
  assertNotWaiting,
  sendAct,
  sendApproval,
  sendSigned,
  writeInvitation,
  type ActFacts,
  type Left,
  type Send,
} from '#acts';
import { kidOf, UserError, verifySignature, type AwardMessage } from '#contract';
import type { SigningKey } from '#pools';
import { randomUUID } from 'node:crypto';
import type { ConsoleLedger } from '../ledger/console-ledger.js';
import { MaybeSent, orMaybeSent } from './maybe-sent.js';
import { commandIn, leftAfter, type Rehearsal, type Rehearsals } from './rehearsals.js';
import type { ActWish } from './wishes.js';

/** A view of an act before the touch. */
export interface Preview extends Rehearsal {
  readonly id: string;
  readonly kid: string;
  /** Ms of `performance.now()`. */
  readonly madeAtMs: number;
}

/** The result of a touch. */
export interface TouchOutcome {
  readonly refusal?: string | undefined;
  /** The award that it has verified; null if it verified none, undefined if the award is unread. */
  readonly result?: AwardMessage | null | undefined;
  /** The people who must still approve it; null if it is done. */
  readonly left: Left | null;
  /** The act that was done or proposed, and the digest that people compare. */
  readonly done?: { readonly facts: ActFacts; readonly digest: string } | undefined;
  /** Address at which an invited person makes a passkey. */
  readonly invitation?: Invited;
}

export interface Invited {
  readonly holder: string;
  readonly expires: string;
  readonly url: string;
}

/** Life of a preview; a signed act is in the log by its end, or never will be. */
const previewForMs = 10 * 60_000;
/** Small, because each preview keeps a reading of its partition. */
const previewsEach = 4;

/** A preview, and the outcome of its touch after the touch. */
type KeptPreview = Preview & { outcome?: Promise<TouchOutcome | Preview> | undefined };

/** Shows people the acts that they ask for, and forwards the signed ones. It decides nothing. */
export class Previews {
  private readonly byId = new Map<string, KeptPreview>();

  /** @param origin address of the pages, for invited people. */
  constructor(
    private readonly live: ConsoleLedger,
    private readonly rehearsals: Rehearsals,
    private readonly origin: string,
  ) {}

  /**
   * Rehearses an act on the current ledger. Nothing is sent.
   * @throws UserError if the ledger would refuse it or something forbids it; LedgerUnavailable.
   */
  async make(wish: ActWish, person: SigningKey): Promise<Preview> {
    const rehearsal = await this.rehearsals.of(wish, person);
    const { kid } = person;
    return this.keep({ ...rehearsal, id: randomUUID(), kid, madeAtMs: performance.now() });
  }

  /** Returns whether a touch of a preview has passed already, as far as this process knows. */
  mayBeSent(id: string): boolean {
    const found = this.byId.get(id);
    return !found || found.outcome !== undefined;
  }

  /**
   * @throws MaybeSent if it has ended: a touch may have come before; UserError if it is another
   * person's.
   */
  private find(id: string, { kid }: Pick<SigningKey, 'kid'>): KeptPreview {
    const found = this.byId.get(id);
    if (found && found.kid !== kid && !found.outcome) {
      throw new UserError('Nothing was sent: this preview is of another person.');
    }
    const isOver = found && performance.now() - found.madeAtMs >= previewForMs;
    if (found?.kid === kid && (!isOver || found.outcome)) return found;
    const why = 'This preview is over, and this touch of it has sent nothing.';
    throw new MaybeSent(why, { cause: new UserError(why) });
  }

  /**
   * Forwards a signed act once: the same touch again gets the same answer.
   * @returns a new preview if the ledger has moved under the signed one; nothing was sent then.
   * @throws UserError if the signature is not good, or nothing may be sent.
   */
  async send(id: string, signature: string, person: SigningKey): Promise<TouchOutcome | Preview> {
    const preview = this.find(id, person);
    if (preview.outcome) return preview.outcome;
    const { signed, isDoubtful, keys } = preview;
    const verified = verifySignature(keys, signed.ledger, signature, Buffer.from(signed.value));
    if ('refused' in verified) throw new UserError(`Nothing was sent. ${verified.refused.detail}`);
    if (kidOf(signature) !== person.kid) throw new UserError('Nothing was sent: another key.');
    if (isDoubtful) throw new UserError('Nothing was sent: say first why it is right.');
    // From here on a second touch waits for the outcome of the first.
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
      const now = await this.rehearsals.of(wish, person);
      // The person's answer was about the facts shown then.
      if (now.seen !== seen) {
        const again = 'despite' in wish ? { ...wish, despite: undefined } : wish;
        return await this.make(again, person);
      }
      if (now.home && prepared.is !== 'invitation') {
        await assertNotWaiting(this.live, now.home, commandIn(prepared).sent);
      }
    } catch (error) {
      // Nothing was sent, so a second try is allowed.
      preview.outcome = undefined;
      throw error;
    }
    return this.pass(preview, signature);
  }

  private async pass(
    { prepared, signed, digest }: Preview,
    signature: string,
  ): Promise<TouchOutcome> {
    if (prepared.is === 'invitation') {
      const { holder, expires } = prepared;
      const url = `${this.origin}/enrol#${writeInvitation(signed.value, signature)}`;
      return { result: null, left: null, invitation: { holder, expires, url } };
    }
    const send: Send = ({ type, subject }) =>
      orMaybeSent(sendSigned(this.live, [{ ...signed, type, subject, signature }]));
    switch (prepared.is) {
      case 'act': {
        const { answers, result } = await sendAct(this.live, prepared.act, send);
        const done = { facts: prepared.act.facts, digest };
        return { refusal: answers[0]?.refusal, result, left: leftAfter(prepared.act), done };
      }
      case 'approval': {
        const { answers, left, result } = await sendApproval(this.live, prepared.approval, send);
        const done = { facts: prepared.approval.facts, digest };
        return { refusal: answers[0]?.refusal, result, left: left ?? null, done };
      }
      case 'keys':
      case 'withdrawal': {
        const { sent, source } = commandIn(prepared);
        const answers = await send(sent, source);
        const refused = answers.find(({ refusal }) => refusal !== undefined);
        return { refusal: refused?.refusal, result: null, left: null };
      }
    }
  }

  /** Limits previews per person, so that nobody pushes out those of others. */
  private keep(preview: Preview): Preview {
    const own = [...this.byId.values()].filter(({ kid }) => kid === preview.kid);
    const isOver = ({ madeAtMs }: Preview): boolean => performance.now() - madeAtMs > previewForMs;
    const old = own.filter((each, index) => isOver(each) || index <= own.length - previewsEach);
    for (const { id } of old) this.byId.delete(id);
    this.byId.set(preview.id, preview);
    return preview;
  }
}
