import { readFileSync } from 'node:fs';
import { readCommandKeys } from '#contract';
import { pageOf } from '#log';
import type { Connections } from '../connections.js';
import { Failure } from '../failure.js';
import { readKeySet } from '../key-set.js';
import { Signer } from '../signer.js';
import { table } from '../table.js';
import { actsFor, byHand, planOf, type Act, type Plan } from './acts.js';
import { carryOut } from './carry-out.js';
import { diagnose, type Diagnosis, type Finding } from './diagnosis.js';

export interface RecoverOptions {
  readonly partition?: string;
  readonly act?: Act;
  readonly note?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly backup: string;
}

/**
 * Says what is wrong with halted partitions and what may be done. With an act it shows what that
 * would change, and does it only on `--yes`, under the operator's signature.
 * @throws Failure when something is wrong, does not fit, or was not done.
 */
export async function recover(connections: Connections, options: RecoverOptions): Promise<void> {
  const partition = readPartition(options.partition);
  if (!options.act) {
    const file = connections.env.COMMAND_KEYS;
    const keys = file ? readCommandKeys(readFileSync(file, 'utf8')) : null;
    return report(await diagnose(connections, partition, keys), partition);
  }
  const { act, force = false, yes = false } = options;
  const keys = readKeySet(connections.env.COMMAND_KEYS);
  const authority = yes ? authorityOf(connections, options, keys) : null;
  if (force && partition === null) throw new Failure('--force needs --partition.', 64);
  const found = await diagnose(connections, partition, keys);
  const chosen = partition === null ? found.filter(({ fault }) => fault !== null) : found;
  if (chosen.length === 0) throw new Failure('No partition is halted: there is nothing to do.');
  const plans: Plan[] = [];
  for (const diagnosis of chosen)
    plans.push(await planOf(connections, diagnosis, { act, force, keys }));
  for (const { diagnosis, reason, description } of plans) {
    process.stdout.write(
      `partition ${diagnosis.partition}: ${act} (${reason})\n${description}\n\n`,
    );
  }
  if (!authority) {
    process.stdout.write('Nothing was changed. With --yes and --note "why" it is done.\n');
    return;
  }
  for (const plan of plans) await carryOut(connections, plan, authority);
}

function authorityOf(
  { env }: Connections,
  { note = '', backup }: RecoverOptions,
  keys: ReturnType<typeof readKeySet>,
) {
  if (note.trim() === '' || note.length > 1_000) {
    throw new Failure('--yes needs --note: say in 1 to 1,000 letters why, for the journal.', 64);
  }
  return { signer: Signer.open(env.COMMAND_KEY, undefined), keys, note, backupFolder: backup };
}

function readPartition(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^(0|[1-9]\d{0,4})$/.test(text)) throw new Failure('--partition must be a number.', 64);
  return Number(text);
}

function report(found: readonly Diagnosis[], partition: number | null): void {
  const rows = found.map(({ fault, snapshot, low, high, partition: number }) => [
    String(number),
    String(snapshot.position),
    `${low}..${high}`,
    String(snapshot.block),
    fault?.reason ?? 'well',
  ]);
  const header = ['partition', 'position', 'log', 'journal block', 'state'];
  process.stdout.write(table(header, rows));
  const faulty = found.filter(({ fault }) => fault !== null);
  if (faulty.length === 0) {
    const what = partition === null ? 'All partitions' : `Partition ${partition}`;
    process.stdout.write(
      `\n${what} can go on. Whether the balances are right is what \`npm run jackpot -- verify\` shows.\n`,
    );
    return;
  }
  for (const { partition: number, fault } of faulty) {
    if (fault) process.stdout.write(`\n${advice(number, fault)}\n`);
  }
  throw new Failure(`${faulty.length} of ${found.length} partitions cannot go on.`);
}

function advice(partition: number, { reason, detail }: Finding): string {
  const [act] = actsFor[reason] ?? [];
  const page = pageOf(reason);
  const what = act
    ? `After reading ${page}: npm run jackpot -- recover --partition ${partition} --act ${act}`
    : `${byHand[reason] ?? ''} See ${page}.`;
  return `partition ${partition}: ${reason}\n  ${detail}\n  ${what.trim()}`;
}
