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

/** What somebody sees before the touch. */
export interface Preview extends Rehearsal {
  readonly id: string;
  readonly kid: string;
  readonly madeAtMs: number;
}

/** What became of a touch. */
export interface TouchOutcome {
  readonly refusal?: string | undefined;
  /** The award that it has verified; null where there is none, undefined where it is unread. */
  readonly result?: AwardMessage | null | undefined;
  /** Who must approve it still; null where it is done. */
  readonly left: Left | null;
  /** What was done or proposed, and what people compare of it. */
  readonly done?: { readonly facts: ActFacts; readonly digest: string } | undefined;
  /** Address at which somebody who was invited makes a passkey. */
  readonly invitation?: Invited;
}

export interface Invited {
  readonly holder: string;
  readonly expires: string;
  readonly url: string;
}

/** A preview is good for so long; what is signed is in the log by then or never will be. */
const previewForMs = 10 * 60_000;
/** Each keeps a reading of its partition. */
const previewsEach = 4;

/** A preview, and what becomes of its touch once there was one. */
type KeptPreview = Preview & { outcome?: Promise<TouchOutcome | Preview> | undefined };

/** Shows people what they ask for, and passes on what they have signed. It decides nothing. */
export class Previews {
  private readonly byId = new Map<string, KeptPreview>();

  /** @param origin address of the pages, for those who are invited. */
  constructor(
    private readonly live: ConsoleLedger,
    private readonly rehearsals: Rehearsals,
    private readonly origin: string,
  ) {}

  /**
   * Rehearses an act as the ledger is now. Nothing is sent.
   * @throws UserError when the ledger would refuse it, or something forbids it; LedgerUnavailable.
   */
  async make(wish: ActWish, person: SigningKey): Promise<Preview> {
    const rehearsal = await this.rehearsals.of(wish, person);
    const { kid } = person;
    return this.keep({ ...rehearsal, id: randomUUID(), kid, madeAtMs: Date.now() });
  }

  /** Whether a touch of a preview has passed already, as far as this process can say. */
  mayBeSent(id: string): boolean {
    const found = this.byId.get(id);
    return !found || found.outcome !== undefined;
  }

  /** @throws MaybeSent where it is over: a touch may have come before; UserError for another's. */
  private find(id: string, { kid }: Pick<SigningKey, 'kid'>): KeptPreview {
    const found = this.byId.get(id);
    if (found && found.kid !== kid && !found.outcome) {
      throw new UserError('Nothing was sent: this preview is of another person.');
    }
    const isOver = found && Date.now() - found.madeAtMs >= previewForMs;
    if (found?.kid === kid && (!isOver || found.outcome)) return found;
    const why = 'This preview is over, and this touch of it has sent nothing.';
    throw new MaybeSent(why, { cause: new UserError(why) });
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
    const { signed, isDoubtful, keys } = preview;
    const verified = verifySignature(keys, signed.ledger, signature, Buffer.from(signed.value));
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
      const now = await this.rehearsals.of(wish, person);
      // What the person has said was of what there was to be seen.
      if (now.seen !== seen) {
        const again = 'despite' in wish ? { ...wish, despite: undefined } : wish;
        return await this.make(again, person);
      }
      if (now.home && prepared.is !== 'invitation') {
        await assertNotWaiting(this.live, now.home, commandIn(prepared).sent);
      }
    } catch (error) {
      // Nothing was sent, so it may be tried again.
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
