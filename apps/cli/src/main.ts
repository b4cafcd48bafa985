import { wrongEnvironmentExitCode } from '#contract';
import { Command, Option } from 'commander';
import { apply, type ApplyOptions } from './apply.js';
import { checkpoint, type CheckpointOptions } from './checkpoint.js';
import { withConnections, type Connections } from './connections.js';
import { readEnv, type Env } from './env.js';
import { Failure } from './failure.js';
import { explain, type ExplainOptions } from './history/explain.js';
import { value, type ValueOptions } from './history/value.js';
import { makeKey, type NewKey } from './new-key.js';
import { acts } from './recover/acts.js';
import { recover, type RecoverOptions } from './recover/recover.js';
import { awards, status } from './status.js';
import { verify, type VerifyOptions } from './verify.js';

const program = new Command('jackpot')
  .description('Operates the progressive jackpot. KAFKA_BROKERS and REDIS_URL say where it is.')
  .showHelpAfterError();

program
  .command('apply')
  .description('configure jackpots from a YAML file (signed with COMMAND_KEY)')
  .requiredOption('-f, --file <file>', 'one jackpot, a list, or several documents')
  .addOption(
    new Option('--effective <when>', 'when a change of a running jackpot takes effect')
      .choices(['now', 'next-restart'])
      .default('now'),
  )
  .option('--replace-pending', 'drop a configuration that waits for the next restart')
  .option('--source <name>', 'source of the commands (default: cli-<key id>)')
  .option('--dry-run', 'check and show, send nothing')
  .action((options: ApplyOptions) => run((connections) => apply(connections, options)));

program
  .command('status')
  .description('show every jackpot and how far the ledger is')
  .action(() => run(status));

program
  .command('awards')
  .description('show the newest awards')
  .argument('[jackpot]')
  .option('--limit <n>', 'how many', '20')
  .action((jackpot: string | undefined, { limit }: { limit: string }) => {
    if (!/^[1-9]\d{0,4}$/.test(limit)) throw new Failure('--limit must be 1 to 99999.', 64);
    return run((connections) => awards(connections, jackpot, Number(limit)));
  });

program
  .command('verify')
  .description('fold the log again and compare it with Redis (COMMAND_KEYS as the service has it)')
  .option('--from <checkpoint>', 'fold only what came after this checkpoint')
  .addOption(
    new Option('--journal', 'check the journal’s chain alone, without the log').conflicts('from'),
  )
  .action((options: VerifyOptions) => run((connections) => verify(connections, options)));

program
  .command('checkpoint')
  .description('write the proven ledger to a file to verify from (signed if COMMAND_KEY is there)')
  .requiredOption('-o, --output <file>', 'file to write; must not be there yet')
  .option('--partition <n>', 'only this partition')
  .option('--unverified', 'do not fold the log again before')
  .action((options: CheckpointOptions) => run((connections) => checkpoint(connections, options)));

program
  .command('value')
  .description('tell the value of a pool at any time in the past, from the log')
  .argument('<jackpot>')
  .requiredOption('--at <time or offset>', 'ISO 8601, or an offset of its home partition')
  .option('--from <checkpoint>', 'fold only what came after this checkpoint')
  .action((jackpot: string, options: ValueOptions) =>
    run((connections) => value(connections, jackpot, options)),
  );

program
  .command('explain')
  .description('tell how an award came to be, from the log')
  .argument('<award>', '<jackpot>/<table>/<round>/<offset>, as `awards` lists it')
  .option('--from <checkpoint>', 'fold only what came after this checkpoint')
  .option('--json', 'as JSON, amounts in micro-units')
  .action((award: string, options: ExplainOptions) =>
    run((connections) => explain(connections, award, options)),
  );

program
  .command('recover')
  .description('say why partitions are halted; with --act and --yes, get one going again')
  .option('--partition <n>', 'this partition alone (default: all that are halted)')
  .addOption(new Option('--act <act>', 'show what this would change').choices(acts))
  .option('--note <text>', 'why, for the journal')
  .option('--yes', 'do it (signed with COMMAND_KEY, role adjust)')
  .option('--force', 'rebuild a partition that is not halted')
  .option('--backup <folder>', 'where the old ledger is kept before a rebuild', '.')
  .action((options: RecoverOptions) => run((connections) => recover(connections, options)));

program
  .command('keys')
  .description('keys that sign commands')
  .command('new')
  .description('make a key pair')
  .requiredOption('--kid <id>', 'name of the key')
  .requiredOption('--roles <roles>', 'of configure, operate, adjust, with commas between')
  .option(
    '--public <file>',
    'key set to add it to',
    process.env['COMMAND_KEYS'] || 'command-keys.json',
  )
  .option(
    '--private <file>',
    'file for the private key (default: COMMAND_KEY, or <kid>.private.jwk)',
  )
  .action((options: NewKey) => {
    const file = options.private ?? (process.env['COMMAND_KEY'] || `${options.kid}.private.jwk`);
    makeKey({ ...options, private: file });
  });

function run(use: (connections: Connections) => Promise<void>): Promise<void> {
  let env: Env;
  try {
    env = readEnv();
  } catch (error) {
    throw new Failure((error as Error).message, wrongEnvironmentExitCode);
  }
  return withConnections(env, use);
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof Failure ? error.exitCode : 1;
}
