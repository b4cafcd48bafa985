import {
  assertNoneRefused,
  Home,
  isChange,
  prepareAct,
  sendAct,
  visible,
  type ActCommand,
} from '#acts';
import { exitCodes, UserError } from '#contract';
import { readAmount } from './amount.js';
import type { Connections } from './connections.js';
import { describeAct } from './describe-act.js';
import { describeAnswer } from './describe-answer.js';
import { describeResult } from './describe-award.js';
import { openSigner } from './keys/open-signer.js';
import { print, say, type JsonOption } from './print.js';
import { howToApprove, proposingOf } from './proposing.js';

export interface DoOptions extends JsonOption {
  readonly yes?: boolean;
  readonly source?: string;
  /** ISO 8601. Where it is given, the act is proposed, and can be approved until then. */
  readonly expires?: string;
}

export interface ActOptions extends DoOptions {
  readonly reason: string;
}

export interface AdjustOptions extends ActOptions {
  /** Major units, with its sign. */
  readonly amount: string;
  readonly account: 'pool' | 'reserve';
}

export interface ResetOptions extends ActOptions {
  /** Decimal. */
  readonly sequence: string;
}

/** Refuses new bets of a jackpot, until `resume`; open rounds still settle. */
export const suspend = jackpotAct('jackpot.suspended');

/** Takes new bets again. */
export const resume = jackpotAct('jackpot.resumed');

/** Gives the pool or the reserve an amount that the house pays, or takes it for the house. */
export async function adjust(
  connections: Connections,
  id: string,
  options: AdjustOptions,
): Promise<void> {
  const reason = reasonOf(options);
  const home = await Home.open(connections, id);
  const amount = readAmount(options.amount, home.jackpot.configuration.currency);
  const data = { amount, account: options.account, reason };
  return act(connections, home, { type: 'pool.adjusted', subject: id, data }, options, reason);
}

/** Refuses the bets of one table, until `unblock-table`; its rounds still settle. */
export const blockTable = tableAct('table.blocked');

/** Takes the bets of a table again. */
export const unblockTable = tableAct('table.unblocked');

/** Of 64 bits with a sign. */
const highestSequence = 2n ** 63n - 1n;

/** Sets a table's sequence: its next event is one more. */
export async function resetTable(
  connections: Connections,
  id: string,
  table: string,
  options: ResetOptions,
): Promise<void> {
  if (!/^\d{1,19}$/.test(options.sequence) || BigInt(options.sequence) > highestSequence) {
    const sentence = `--sequence: ${visible(options.sequence)} is no sequence: use a whole number up to ${highestSequence}.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  const reason = reasonOf(options);
  const data = { table, sequence: options.sequence, reason };
  const home = await Home.open(connections, id);
  return act(connections, home, { type: 'table.reset', subject: id, data }, options, reason);
}

/** A command whose data is a reason alone. */
function jackpotAct(type: 'jackpot.suspended' | 'jackpot.resumed') {
  return async (connections: Connections, subject: string, options: ActOptions) => {
    const reason = reasonOf(options);
    const home = await Home.open(connections, subject);
    return act(connections, home, { type, subject, data: { reason } }, options, reason);
  };
}

/** One to a table, whose data is its name and a reason. */
function tableAct(type: 'table.blocked' | 'table.unblocked') {
  return async (
    connections: Connections,
    subject: string,
    table: string,
    options: ActOptions,
  ): Promise<void> => {
    const reason = reasonOf(options);
    const home = await Home.open(connections, subject);
    return act(connections, home, { type, subject, data: { table, reason } }, options, reason);
  };
}

/**
 * Shows what a command changes. With `--yes` it is signed, sent and waited for: the command itself,
 * or the proposal to do it.
 * @param note of the proposal.
 * @throws UserError when it is or would be refused, or the key may not sign it.
 */
export async function act(
  connections: Connections,
  home: Home,
  command: ActCommand,
  options: DoOptions,
  note: string,
): Promise<void> {
  const { COMMAND_KEY } = connections.env;
  const { yes = false, expires, json } = options;
  // A dry run needs no key, but tries the one that is there.
  const signer = yes || COMMAND_KEY ? openSigner(COMMAND_KEY) : undefined;
  const source = options.source ?? signer?.source ?? 'cli';
  const proposing = proposingOf(expires, note);
  const prepared = prepareAct(home, command, { source, signer, proposing });
  const { facts, sent, rehearsed } = prepared;
  if (!yes || !signer || !isChange(facts)) {
    const close = isChange(facts)
      ? `Nothing was sent. Add --yes to ${proposing ? 'propose' : 'do'} it.\n`
      : 'Nothing changes; nothing was sent.\n';
    const left = isChange(facts) ? howToApprove(sent, rehearsed, []) : '';
    return print(options, facts, () => describeAct(facts) + left + close);
  }
  if (!json) say(describeAct(facts));
  const { answers, result } = await sendAct(connections, prepared, signer);
  const answered = { ...facts, answer: answers[0] ?? null, result: result ?? null };
  const left = howToApprove(sent, rehearsed, answers);
  print(
    options,
    answered,
    () => answers.map(describeAnswer).join('') + describeResult(result) + left,
  );
  assertNoneRefused(answers);
}

export function reasonOf({ reason }: ActOptions): string {
  if (reason.trim() !== '' && reason.length <= 1_000) return reason;
  throw new UserError('--reason: say why, in 1 to 1,000 letters.', exitCodes.usage);
}
