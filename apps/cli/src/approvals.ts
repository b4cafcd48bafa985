import {
  type ActFacts,
  assertNoneRefused,
  describeLeft,
  Home,
  prepareApproval,
  type Proposed,
  readProposed,
  sendApproval,
  type Signing,
  visible,
  withdrawProposal,
} from '#acts';
import { formatMinor } from '#contract';
import type { Jackpot, Proposal } from '#pools';
import { confirm } from './confirm.js';
import type { Connections } from './connections.js';
import { describeAct } from './describe-act.js';
import { describeAnswer } from './describe-answer.js';
import { describeResult, unread } from './describe-award.js';
import { readJackpot } from './jackpots.js';
import { openSigner } from './keys/open-signer.js';
import { describeGame } from './odds/describe-odds.js';
import { print, say, type JsonOption } from './print.js';
import { table } from './table.js';

interface AnswerOptions extends JsonOption {
  readonly source?: string;
  readonly yes?: boolean;
}

/** Lists the acts of a jackpot that wait for approval, and for whose. */
export async function proposals(
  connections: Connections,
  id: string,
  options: JsonOption,
): Promise<void> {
  const { jackpot, partition } = await readJackpot(connections, id);
  const proposed = await readProposed(connections, partition, jackpot.proposals);
  const all = jackpot.proposals.map((each) => {
    const { act = null, note = null } = proposed.get(each.offset) ?? {};
    return { ...each, act, note };
  });
  print(options, { jackpot: id, proposals: all }, () => describeAll(jackpot, proposed));
}

function describeAll(
  { id, configuration, proposals: all }: Jackpot,
  proposed: ReadonlyMap<number, Proposed>,
): string {
  if (all.length === 0) return `${id}: no act waits for approval.\n`;
  const rows = all.map((each) => {
    const own = proposed.get(each.offset);
    return [
      String(each.offset),
      each.type,
      own ? subjectOf(own, configuration.currency) : 'another act in the log: run verify',
      each.holder,
      each.by.join(', '),
      each.approvals.map(({ holder }) => holder).join(', ') || 'nobody',
      new Date(each.expiresMs).toISOString(),
      beginning(own?.note ?? ''),
    ];
  });
  const heads = ['proposal', 'act', 'of', 'proposed by', 'needs', 'approved by', 'expires', 'note'];
  return `${table(heads, rows)}\n`;
}

/** The amount, the award or the table of an act, or when it takes effect. */
function subjectOf({ act: { type, data } }: Proposed, currency: string): string {
  const { amount, account, award, table: name, effective } = data as ActData;
  if (amount === undefined)
    return award ?? name ?? effective ?? (type === 'jackpot.configured' ? 'now' : '');
  const sign = amount > 0 ? '+' : '';
  return `${sign}${formatMinor(amount, currency)} ${account}`;
}

interface ActData {
  readonly amount?: number;
  readonly account?: string;
  readonly award?: string;
  readonly table?: string;
  readonly effective?: string;
  readonly reason?: string;
}

const noteShown = 40;

function beginning(note: string): string {
  return note.length > noteShown ? `${note.slice(0, noteShown)}…` : note;
}

/**
 * Shows a proposed act in words: what it changes and when, and who must approve it still. Then it
 * asks, and signs the act itself.
 * @throws UserError when there is no such proposal, the record in the log is another act, or it is
 * or would be refused.
 */
export async function approve(
  connections: Connections,
  id: string,
  proposal: string,
  options: AnswerOptions,
): Promise<void> {
  const home = await Home.open(connections, id);
  const open = () => signingWith(connections, options);
  const prepared = await prepareApproval(connections, home, proposal, open);
  const { proposed, then, proposal: found } = prepared;
  const { act } = proposed;
  const facts = { proposal: found, ...proposed, ...prepared.facts };
  if (!options.json) {
    const what = then
      ? `Your approval does not do it yet: then ${describeLeft(then)}.\n`
      : 'Your approval does it.\n';
    const game = facts.game ? describeGame(facts.game, facts.currency, false) : '';
    say(`${describeProposed(found, proposed, facts)}${describeAct(facts)}${game}${what}`);
  }
  if (!options.yes) await confirm(`your approval of ${act.type} to ${id}`);
  const { answers, left, isDone, result } = await sendApproval(connections, prepared);
  const done = isDone ? `${id}: ${act.type} is done.\n${describeResult(result)}` : '';
  const end = left === undefined ? unread : done;
  print(
    options,
    { ...facts, left: left ?? null, answer: answers[0] ?? null, result: result ?? null },
    () => answers.map(describeAnswer).join('') + end,
  );
  assertNoneRefused(answers);
  if (!options.json && left) {
    say(`Not done yet: ${describeLeft(left)}.\n`);
    await proposals(connections, id, {});
  }
}

/** Drops a proposed act. */
export async function withdraw(
  connections: Connections,
  id: string,
  proposal: string,
  options: AnswerOptions & { readonly reason: string },
): Promise<void> {
  const home = await Home.open(connections, id);
  const open = () => signingWith(connections, options);
  const answers = await withdrawProposal(connections, home, proposal, options.reason, open);
  print(options, { jackpot: id, answer: answers[0] ?? null }, () =>
    answers.map(describeAnswer).join(''),
  );
  assertNoneRefused(answers);
}

function signingWith({ env }: Connections, { source }: AnswerOptions): Signing {
  const signer = openSigner(env.COMMAND_KEY);
  return { source: source ?? signer.source, signer };
}

function describeProposed(
  { holder, expiresMs, by, approvals }: Proposal,
  { act: { type, data }, note }: Proposed,
  { atRestart }: ActFacts,
): string {
  const { reason, award, table: name } = data as ActData;
  const place = award ?? (name === undefined ? undefined : `table ${name}`);
  const what = place === undefined ? type : `${type} of ${place}`;
  const why = reason === undefined ? '' : `, because: ${reason}`;
  const others = approvals.map((each) => each.holder).join(', ') || 'nobody';
  const lines = [
    `${holder} has proposed ${what}${why}`,
    ...(note === reason ? [] : [`  note: ${note}`]),
    `  needs ${by.join(' and ')}, approved by ${others}, expires ${new Date(expiresMs).toISOString()}`,
    atRestart
      ? '  takes effect at the next restart of the pool'
      : '  takes effect with the last approval',
  ];
  return lines.map((line) => `${visible(line)}\n`).join('');
}
