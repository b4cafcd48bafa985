import { actDigest, exitCodes, parseJson } from '#contract';
import type { Jackpot, Proposal } from '#pools';
import { describeFacts, factsOf } from './act-facts.js';
import { confirm } from './confirm.js';
import type { Connections } from './connections.js';
import { readJackpot } from './jackpots.js';
import { print, say, type JsonOption } from './print.js';
import { rehearse } from './rehearsal.js';
import { assertNoneRefused, describeAnswer, sendCommands } from './sending.js';
import { Signer, type Command } from './signer.js';
import { table } from './table.js';
import { UserError } from './user-error.js';

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
  const { jackpot } = await readJackpot(connections, id);
  const facts = { jackpot: id, proposals: jackpot.proposals };
  print(options, facts, () => {
    if (jackpot.proposals.length === 0) return `${id}: no act waits for approval.\n`;
    const rows = jackpot.proposals.map((each) => [
      String(each.offset),
      each.type,
      each.holder,
      each.by.join(', '),
      each.approvals.map(({ holder }) => holder).join(', ') || 'nobody',
      new Date(each.expiresMs).toISOString(),
    ]);
    return `${table(['proposal', 'act', 'proposed by', 'needs', 'approved by', 'expires'], rows)}\n`;
  });
}

/**
 * Shows a proposed act in words, before -> after and what the signs will show, asks, and signs the
 * act itself.
 * @throws UserError when there is no such proposal, the record in the log is another act, or it is
 * refused.
 */
export async function approve(
  connections: Connections,
  id: string,
  proposal: string,
  options: AnswerOptions,
): Promise<void> {
  const { jackpot, partition } = await readJackpot(connections, id);
  const found = proposalOf(jackpot, proposal);
  const act = await actOf(connections, partition, found);
  const signer = Signer.open(connections.env.COMMAND_KEY);
  const source = options.source ?? signer.source;
  const command: Command = { ...act, subject: id };
  const rehearsed = await rehearse(connections, command, source, { asApproved: true });
  const { refusal } = rehearsed;
  if (refusal !== undefined) {
    throw new UserError(`${id}: would be refused, ${refusal} Nothing was sent.`);
  }
  const facts = { proposal: found, act, ...factsOf(jackpot, 'act.approved', rehearsed) };
  if (!options.json) say(`${inWords(found, act)}${describeFacts(facts)}`);
  if (!options.yes) await confirm(`your approval of ${act.type} to ${id}`);
  const data = { proposal: found.offset, act };
  const ledger = rehearsed.authority.ledger ?? '';
  const answers = await sendCommands(connections, signer, source, [
    { type: 'act.approved', subject: id, data, ledger },
  ]);
  print(options, { ...facts, answer: answers[0] ?? null }, () =>
    answers.map(describeAnswer).join(''),
  );
  assertNoneRefused(answers);
  if (!options.json) await proposals(connections, id, {});
}

/** Drops a proposed act. */
export async function withdraw(
  connections: Connections,
  id: string,
  proposal: string,
  options: AnswerOptions & { readonly reason: string },
): Promise<void> {
  const { jackpot } = await readJackpot(connections, id);
  const found = proposalOf(jackpot, proposal);
  const signer = Signer.open(connections.env.COMMAND_KEY);
  const source = options.source ?? signer.source;
  const data = { proposal: found.offset, reason: options.reason };
  const command: Command = { type: 'act.withdrawn', subject: id, data };
  const { authority } = await rehearse(connections, command, source);
  const answers = await sendCommands(connections, signer, source, [
    { ...command, ledger: authority.ledger ?? '' },
  ]);
  print(options, { jackpot: id, answer: answers[0] ?? null }, () =>
    answers.map(describeAnswer).join(''),
  );
  assertNoneRefused(answers);
}

function proposalOf({ id, proposals: all }: Jackpot, given: string): Proposal {
  const found = all.find(({ offset }) => String(offset) === given);
  if (found) return found;
  const offsets = all.map(({ offset }) => offset).join(', ') || 'none';
  throw new UserError(`No act of ${id} waits as proposal ${given}; there are: ${offsets}.`);
}

/** The act as the log has it, which is what the proposer has signed. */
async function actOf(connections: Connections, partition: number, { offset, digest }: Proposal) {
  const record = await connections.nextRecord('events', partition, offset);
  const event = record?.value && record.offset === offset ? parseJson(record.value) : undefined;
  const { act } = ((event as { data?: object } | undefined)?.data ?? {}) as {
    act?: Pick<Command, 'type' | 'data'>;
  };
  if (act && actDigest(act) === digest) return act;
  throw new UserError(
    `The log has another act at offset ${offset} of partition ${partition} than the ledger remembers: nothing was sent. Run verify.`,
    exitCodes.differs,
  );
}

function inWords(
  { holder, expiresMs, by, approvals }: Proposal,
  { type, data }: Pick<Command, 'type' | 'data'>,
): string {
  // prettier-ignore
  const { reason } = data as { reason?: string };
  const why = reason === undefined ? '' : `, because: ${reason}`;
  const others = approvals.map((each) => each.holder).join(', ') || 'nobody';
  return `${holder} has proposed ${type}${why}\n  needs ${by.join(' and ')}, approved by ${others}, expires ${new Date(expiresMs).toISOString()}\n`;
}
