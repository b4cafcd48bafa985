import { exitCodes, formatMinor, roleOf } from '#contract';
import { valueMessage } from '#engine';
import type { Jackpot } from '#pools';
import { readAmount } from './amount.js';
import type { Connections } from './connections.js';
import { readJackpot } from './jackpots.js';
import { formatMicros } from './money.js';
import { print, type JsonOption } from './print.js';
import { rehearse } from './rehearsal.js';
import { assertNoneRefused, describeAnswer, sendCommands, type Answered } from './sending.js';
import { Signer, type Command } from './signer.js';
import { UserError } from './user-error.js';

export interface ActOptions extends JsonOption {
  readonly reason: string;
  readonly yes?: boolean;
  readonly source?: string;
}

export interface AdjustOptions extends ActOptions {
  /** Major units, with its sign. */
  readonly amount: string;
  readonly account: 'pool' | 'reserve';
}

/**
 * What an act is about to change, or has changed; amounts in micro-units, `sign` in minor units.
 */
interface Facts {
  readonly jackpot: string;
  readonly currency: string;
  readonly command: string;
  readonly before: Condition;
  readonly after: Condition;
  /** What became of the command; null while it is only shown, or nothing would change. */
  readonly answer: Answered | null;
}

type Condition = ReturnType<typeof conditionOf>;

/** Refuses new bets of a jackpot, until `resume`; open rounds still settle. */
export function suspend(connections: Connections, id: string, options: ActOptions): Promise<void> {
  const data = { reason: reasonOf(options) };
  return act(connections, { type: 'jackpot.suspended', subject: id, data }, options);
}

/** Takes new bets again. */
export function resume(connections: Connections, id: string, options: ActOptions): Promise<void> {
  const data = { reason: reasonOf(options) };
  return act(connections, { type: 'jackpot.resumed', subject: id, data }, options);
}

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
  return act(connections, { type: 'pool.adjusted', subject: id, data }, options);
}

/**
 * Shows what a command changes. With `--yes` it is signed, sent and waited for.
 * @throws UserError when it is or would be refused, or the key may not sign it.
 */
async function act(connections: Connections, command: Command, options: ActOptions): Promise<void> {
  const { env } = connections;
  const { yes = false } = options;
  const { jackpot } = await readJackpot(connections, command.subject);
  // A dry run needs no key, but tries the one that is there.
  const signer = yes || env.COMMAND_KEY ? Signer.open(env.COMMAND_KEY) : undefined;
  const source = options.source ?? signer?.source ?? 'cli';
  const { before, after, refusal, authority } = await rehearse(connections, command, source);
  if (refusal !== undefined) {
    throw new UserError(`${jackpot.id}: would be refused, ${refusal} Nothing was sent.`);
  }
  signer?.assertMay(roleOf[command.type], authority);
  const facts: Facts = {
    jackpot: jackpot.id,
    currency: jackpot.configuration.currency,
    command: command.type,
    before: conditionOf(before ?? jackpot),
    after: conditionOf(after ?? jackpot),
    answer: null,
  };
  const isChange = JSON.stringify(facts.before) !== JSON.stringify(facts.after);
  if (!yes || !isChange) {
    const close = isChange
      ? 'Nothing was sent. Add --yes to do it.\n'
      : 'Nothing changes; nothing was sent.\n';
    return print(options, facts, () => describe(facts) + close);
  }
  if (!options.json) process.stdout.write(describe(facts));
  const answers = await sendCommands(connections, signer as Signer, source, [
    { ...command, ledger: authority.ledger ?? '' },
  ]);
  const done = { ...facts, answer: answers[0] ?? null };
  print(options, done, () => answers.map(describeAnswer).join(''));
  assertNoneRefused(answers);
}

/** Of a jackpot, what an act can change; amounts are texts, so that they can be compared. */
function conditionOf(jackpot: Jackpot) {
  return {
    suspended: jackpot.suspended,
    pool: jackpot.accounts.pool.toString(),
    reserve: jackpot.accounts.reserve.toString(),
    house: jackpot.accounts.house.toString(),
    sign: valueMessage(jackpot, null).value,
  };
}

function describe({ jackpot, currency, before, after }: Facts): string {
  const state = ({ suspended }: Condition): string => (suspended ? 'suspended' : 'running');
  const money = (micros: string): string => formatMicros(BigInt(micros), currency);
  const rows = [
    ['state', state(before), state(after)],
    ['pool', money(before.pool), money(after.pool)],
    ['reserve', money(before.reserve), money(after.reserve)],
    ['house', money(before.house), money(after.house)],
    ['the signs', formatMinor(before.sign, currency), formatMinor(after.sign, currency)],
  ];
  const changes = rows.filter(([, from, to]) => from !== to);
  const lines = changes.map(([what, from, to]) => `  ${what}: ${from} -> ${to}\n`);
  const signs = `  the signs go on showing ${formatMinor(after.sign, currency)}\n`;
  return `${jackpot}\n${lines.join('')}${before.sign === after.sign ? signs : ''}`;
}

function reasonOf({ reason }: ActOptions): string {
  if (reason.trim() !== '' && reason.length <= 1_000) return reason;
  throw new UserError('--reason: say why, in 1 to 1,000 letters.', exitCodes.usage);
}
