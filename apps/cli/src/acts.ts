import { exitCodes, roleOf, UserError } from '#contract';
import { describeFacts, factsOf, isChange } from './act-facts.js';
import { readAmount } from './amount.js';
import type { Connections } from './connections.js';
import { describeResult, resultOf } from './award-result.js';
import { readJackpot } from './jackpots.js';
import { print, say, type JsonOption } from './print.js';
import { howToApprove, proposalOf } from './proposing.js';
import { refusedAmounts } from './refused-amounts.js';
import { rehearse } from './rehearsal.js';
import { assertNoneRefused, describeAnswer, sendCommands } from './sending.js';
import { Signer, type Command } from './signer.js';
import { visible } from './visible.js';

/** What is done to a jackpot or a table, of which the role follows. */
type ActCommand = Command & {
  readonly type: Exclude<Command['type'], `act.${string}`>;
};

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
  const { jackpot } = await readJackpot(connections, id);
  const amount = readAmount(options.amount, jackpot.configuration.currency);
  const data = { amount, account: options.account, reason };
  return act(connections, { type: 'pool.adjusted', subject: id, data }, options, reason);
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
  return act(connections, { type: 'table.reset', subject: id, data }, options, reason);
}

/** A command whose data is a reason alone. */
function jackpotAct(type: 'jackpot.suspended' | 'jackpot.resumed') {
  return async (connections: Connections, subject: string, options: ActOptions) => {
    const reason = reasonOf(options);
    return act(connections, { type, subject, data: { reason } }, options, reason);
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
    return act(connections, { type, subject, data: { table, reason } }, options, reason);
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
  command: ActCommand,
  options: DoOptions,
  note: string,
): Promise<void> {
  const { env } = connections;
  const { yes = false, expires } = options;
  const { jackpot } = await readJackpot(connections, command.subject);
  // A dry run needs no key, but tries the one that is there.
  const signer = yes || env.COMMAND_KEY ? Signer.open(env.COMMAND_KEY) : undefined;
  const source = options.source ?? signer?.source ?? 'cli';
  const sent = expires === undefined ? command : proposalOf(command, expires, note);
  const asApproved = expires !== undefined;
  const done = await rehearse(connections, command, source, { asApproved });
  const own = asApproved ? await rehearse(connections, sent, source) : done;
  const { authority } = own;
  const refusal = done.refusal ?? own.refusal;
  if (refusal !== undefined) {
    const amounts = refusedAmounts(command, done.before?.jackpot ?? jackpot);
    throw new UserError(
      `${jackpot.id}: would be refused, ${visible(refusal)}${amounts} Nothing was sent.`,
    );
  }
  signer?.assertMay(roleOf[command.type], authority);
  const facts = factsOf(jackpot, command, done, sent.type);
  if (!yes || !isChange(facts)) {
    const close = isChange(facts)
      ? `Nothing was sent. Add --yes to ${asApproved ? 'propose' : 'do'} it.\n`
      : 'Nothing changes; nothing was sent.\n';
    const left = isChange(facts) ? howToApprove(sent, own, []) : '';
    return print(options, facts, () => describeFacts(facts) + left + close);
  }
  if (!options.json) say(describeFacts(facts));
  const answers = await sendCommands(connections, signer as Signer, source, [
    { ...sent, ledger: authority.ledger ?? '' },
  ]);
  const result = await resultOf(connections, sent, answers);
  const answered = { ...facts, answer: answers[0] ?? null, result };
  const left = howToApprove(sent, own, answers);
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
