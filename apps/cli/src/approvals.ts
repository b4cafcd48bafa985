import { exitCodes, formatMinor, UserError } from '#contract';
import type { Jackpot, Proposal } from '#pools';
import { describeFacts, factsOf, type Facts } from './act-facts.js';
import { describeGame } from './odds/game.js';
import { describeLeft, leftOf, type Left } from './approvers.js';
import { describeResult, resultOf } from './award-result.js';
import { confirm } from './confirm.js';
import type { Connections } from './connections.js';
import { readJackpot } from './jackpots.js';
import { print, say, type JsonOption } from './print.js';
import { readProposed, wasProposed, type Proposed } from './proposed.js';
import { rehearse } from './rehearsal.js';
import { assertNoneRefused, describeAnswer, sendCommands } from './sending.js';
import { Signer, type Command } from './signer.js';
import { table } from './table.js';
import { visible } from './visible.js';

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
  const { jackpot, partition } = await readJackpot(connections, id);
  const found = await proposalOf(connections, jackpot, partition, proposal);
  const proposed = (await readProposed(connections, partition, [found])).get(found.offset);
  if (!proposed) throw otherAct(partition, found);
  const { act } = proposed;
  const signer = Signer.open(connections.env.COMMAND_KEY);
  const source = options.source ?? signer.source;
  const done = await rehearse(connections, { ...act, subject: id }, source, { asApproved: true });
  assertAccepted(id, done.refusal);
  const data = { proposal: found.offset, act };
  const command: Command = { type: 'act.approved', subject: id, data };
  const own = await rehearse(connections, command, source, { signer });
  assertAccepted(id, own.refusal);
  const { keys, ledger } = own.authority;
  const leftIn = (after: Jackpot | undefined): Left | null => {
    const waits = after?.proposals.find(({ offset }) => offset === found.offset);
    return waits ? leftOf(waits, keys) : null;
  };
  const facts = { proposal: found, ...proposed, ...factsOf(jackpot, act, done, command.type) };
  if (!options.json) {
    const then = leftIn(own.after?.jackpot);
    const what = then
      ? `Your approval does not do it yet: then ${describeLeft(then)}.\n`
      : 'Your approval does it.\n';
    const game = facts.game ? describeGame(facts.game, facts.currency, false) : '';
    const shown = `${describeFacts(facts)}${game}`;
    say(`${describeProposed(found, proposed, facts)}${shown}${what}`);
  }
  if (!options.yes) await confirm(`your approval of ${act.type} to ${id}`);
  const answers = await sendCommands(connections, signer, source, [
    { ...command, ledger: ledger ?? '' },
  ]);
  const left = leftIn((await readJackpot(connections, id)).jackpot);
  const isDone = left === null && answers.every(({ refusal }) => refusal === undefined);
  const result = isDone ? await resultOf(connections, { ...act, subject: id }, answers) : null;
  const end = isDone ? `${id}: ${act.type} is done.\n${describeResult(result)}` : '';
  print(
    options,
    { ...facts, left, answer: answers[0] ?? null, result },
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
  const { jackpot, partition } = await readJackpot(connections, id);
  const found = await proposalOf(connections, jackpot, partition, proposal);
  const signer = Signer.open(connections.env.COMMAND_KEY);
  const source = options.source ?? signer.source;
  const data = { proposal: found.offset, reason: options.reason };
  const command: Command = { type: 'act.withdrawn', subject: id, data };
  const { authority, refusal } = await rehearse(connections, command, source, { signer });
  assertAccepted(id, refusal);
  const answers = await sendCommands(connections, signer, source, [
    { ...command, ledger: authority.ledger ?? '' },
  ]);
  print(options, { jackpot: id, answer: answers[0] ?? null }, () =>
    answers.map(describeAnswer).join(''),
  );
  assertNoneRefused(answers);
}

/** @throws UserError that says whether there ever was such a proposal. */
async function proposalOf(
  connections: Connections,
  { id, proposals: all }: Jackpot,
  partition: number,
  given: string,
): Promise<Proposal> {
  const found = all.find(({ offset }) => String(offset) === given);
  if (found) return found;
  if (!/^\d{1,15}$/.test(given)) {
    const sentence = `${visible(given)} is no proposal: give the number that proposals lists.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  const offsets = all.map(({ offset }) => offset).join(', ') || 'none';
  const why = (await wasProposed(connections, partition, Number(given), id))
    ? 'it was refused, done or withdrawn, or ended with other keys or another configuration'
    : 'there never was one';
  throw new UserError(`No act of ${id} waits as proposal ${given}: ${why}; there are: ${offsets}.`);
}

function otherAct(partition: number, { offset }: Proposal): UserError {
  return new UserError(
    `The log has another act at offset ${offset} of partition ${partition} than the ledger remembers: nothing was sent. Run verify.`,
    exitCodes.differs,
  );
}

function assertAccepted(id: string, refusal: string | undefined): void {
  if (refusal === undefined) return;
  throw new UserError(`${id}: would be refused, ${visible(refusal)} Nothing was sent.`);
}

function describeProposed(
  { holder, expiresMs, by, approvals }: Proposal,
  { act: { type, data }, note }: Proposed,
  { atRestart }: Facts,
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
