import { exitCodes } from '#contract';
import { Command, CommanderError, Option } from 'commander';
import { apply, type ApplyOptions } from './apply.js';
import { checkpoint, type CheckpointOptions } from './checkpoint.js';
import { withConnections } from './connections.js';
import { keyFiles } from './env.js';
import { explain, type ExplainOptions } from './history/explain.js';
import { value, type ValueOptions } from './history/value.js';
import { makeKey, type NewKey } from './new-key.js';
import { recover, type RecoverOptions } from './recover/recover.js';
import { recoveryActs } from './recover/recovery-acts.js';
import { awards, status } from './status.js';
import { UserError } from './user-error.js';
import { verify, type VerifyOptions } from './verify.js';

const program = new Command('jackpot')
  .description(
    'Operates the progressive jackpot. KAFKA_BROKERS and REDIS_URL are the addresses of its servers.',
  )
  .addHelpText(
    'after',
    `
Exit codes:
  ${exitCodes.ok}   done; what was compared agrees
  ${exitCodes.failed}   not done, or something does not agree
  ${exitCodes.usage}  the command line is wrong
  ${exitCodes.config}  the environment, or a key file that it names, is missing or wrong`,
  )
  .showHelpAfterError()
  .exitOverride();

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
  .action((options: ApplyOptions) => withConnections(apply, options));

program
  .command('status')
  .description('show every jackpot and how far the ledger is')
  .action(() => withConnections(status));

program
  .command('awards')
  .description('show the newest awards')
  .argument('[jackpot]')
  .option('--limit <n>', 'how many', '20')
  .action((jackpot: string | undefined, { limit }: { limit: string }) =>
    withConnections(awards, jackpot, limit),
  );

program
  .command('verify')
  .description('fold the log again and compare it with Redis (COMMAND_KEYS as the service has it)')
  .option('--from <checkpoint>', 'fold only what came after this checkpoint')
  .addOption(
    new Option('--journal', 'check the journal’s chain alone, without the log').conflicts('from'),
  )
  .action((options: VerifyOptions) => withConnections(verify, options));

program
  .command('checkpoint')
  .description('write the proven ledger to a file (signed if COMMAND_KEY is set)')
  .requiredOption('-o, --output <file>', 'file to write; must not exist')
  .option('--partition <n>', 'only this partition')
  .option('--unverified', 'do not fold the log first')
  .action((options: CheckpointOptions) => withConnections(checkpoint, options));

program
  .command('value')
  .description('show the value of a pool at any time in the past, from the log')
  .argument('<jackpot>')
  .requiredOption('--at <time or offset>', 'ISO 8601, or an offset of its home partition')
  .option('--from <checkpoint>', 'fold only what came after this checkpoint')
  .action((jackpot: string, options: ValueOptions) => withConnections(value, jackpot, options));

program
  .command('explain')
  .description('show how an award came to be, from the log')
  .argument('<award>', '<jackpot>/<table>/<round>/<offset>, as `awards` lists it')
  .option('--from <checkpoint>', 'fold only what came after this checkpoint')
  .option('--json', 'as JSON, amounts in micro-units')
  .action((award: string, options: ExplainOptions) => withConnections(explain, award, options));

program
  .command('recover')
  .description('show why partitions are halted; with --act and --yes, get them going again')
  .option('--partition <n>', 'this partition alone (default: all that are halted)')
  .addOption(new Option('--act <act>', 'show what this would change').choices(recoveryActs))
  .option('--note <text>', 'why, for the journal')
  .option('--yes', 'do it (signed with COMMAND_KEY, role adjust)')
  .option('--force', 'rebuild a partition that is not halted')
  .option('--backup <folder>', 'where the old ledger is kept before a rebuild', '.')
  .action((options: RecoverOptions) => withConnections(recover, options));

program
  .command('keys')
  .description('keys that sign commands')
  .command('new')
  .description('make a key pair')
  .requiredOption('--kid <id>', 'name of the key')
  .requiredOption('--roles <roles>', 'some of configure, operate, adjust, separated by commas')
  .option('--public <file>', 'key set to add it to', keyFiles.public)
  .option(
    '--private <file>',
    'file for the private key (default: COMMAND_KEY, or <kid>.private.jwk)',
  )
  .action((options: NewKey) => makeKey({ private: keyFiles.private, ...options }));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has written its message, or the help that was asked for.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  } else {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = error instanceof UserError ? error.exitCode : exitCodes.failed;
  }
}
