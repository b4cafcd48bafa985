import { roleOf, UserError, type AwardMessage } from '#contract';
import type { LiveLedger, RoundSeen } from '#proof';
import { actFacts, type ActFacts } from './act-facts.js';
import { afterwards, commandResult } from './award-result.js';
import type { Command, SignedCommand } from './command.js';
import { Home } from './ledger-door.js';
import { proposalOf, type Proposing } from './proposed.js';
import { refusedAmounts } from './refused-amounts.js';
import { rehearse, type Rehearsed } from './rehearsal.js';
import type { ActingKey } from './acting-key.js';
import type { AnsweredCommand, Send } from './sending.js';
import { visible } from './visible.js';

/** An act on a jackpot or a table; its type determines the role. */
export type ActCommand = Command & {
  readonly type: Exclude<Command['type'], `act.${string}`>;
};

/** The key and the manner of an act. */
interface Doing {
  readonly source: string;
  /** Undefined while nobody has signed. */
  readonly key: ActingKey | undefined;
  /** If given, the act is proposed, for others to approve. */
  readonly proposing?: Proposing | undefined;
  /** The round of an award that is granted. */
  readonly seen?: RoundSeen | undefined;
}

/** An act that the current ledger would accept. */
export interface PreparedAct {
  readonly facts: ActFacts;
  /** The command of the act, or its proposal. */
  readonly sent: SignedCommand;
  readonly source: string;
  readonly rehearsed: Rehearsed;
}

/**
 * Rehearses an act. Nothing is sent.
 * @throws UserError if the ledger would refuse it, or the key may not sign it.
 */
export function prepareAct(
  home: Home,
  command: ActCommand,
  { source, key, proposing, seen }: Doing,
): PreparedAct {
  const holder = key && home.now.authority.keys.get(key.kid)?.holder;
  const asApproved = proposing !== undefined;
  const done = rehearse(home, command, source, { asApproved, holder });
  const sent = proposing ? proposalOf(command, proposing) : command;
  const rehearsed = proposing ? rehearse(home, sent, source, { holder }) : done;
  const refusal = done.refusal ?? rehearsed.refusal;
  if (refusal !== undefined) {
    const amounts = refusedAmounts(command, done.before?.jackpot);
    throw new WouldBeRefused(home.id, `${refusal}${amounts}`);
  }
  const { authority } = rehearsed;
  key?.assertMay(roleOf[command.type], authority);
  const facts = actFacts(home.now.jackpots.get(home.id), command, done, sent.type, seen);
  return { facts, sent: { ...sent, ledger: authority.ledger ?? '' }, source, rehearsed };
}

/**
 * Sends an act, and waits until the ledger has judged it.
 * @returns the answer, and the award that the act has verified or made; undefined if the ledger can
 *   no longer be read.
 */
export async function sendAct(
  live: LiveLedger,
  { sent, source }: PreparedAct,
  send: Send,
): Promise<{
  readonly answers: AnsweredCommand[];
  readonly result: AwardMessage | null | undefined;
}> {
  const answers = await send(sent, source);
  const find = () => Home.find(live, sent.subject);
  return { answers, result: await afterwards(commandResult(sent, answers, find)) };
}

/** The error for a command that the current ledger would refuse. */
export class WouldBeRefused extends UserError {
  /** @param refusal `<reason>: <detail>`, in the ledger's words. */
  constructor(
    jackpot: string,
    readonly refusal: string,
  ) {
    super(`${jackpot}: would be refused, ${visible(refusal)} Nothing was sent.`);
  }
}
