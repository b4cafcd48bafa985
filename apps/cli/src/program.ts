import { exitCodes, UserError } from '#contract/exit-codes';
import { version } from '#contract/build';
import type { VerifyArchiveOptions } from './commands/verify-archive.js';
import type { JackpotHand } from '#rules';
import { Command, Option } from 'commander';
import { betsADay } from './odds/bets-a-day.js';
import { addActs, addApprovals, effective } from './program-acts.js';
import { choicesOf } from './program-award-acts.js';
import { connected } from './program-connected.js';
import { addRecoverOptions } from './recover/recover-options.js';
import { currentShell } from './shell.js';
import type { VerifyOptions } from './verify.js';

const codes = `
Exit codes:
  ${exitCodes.ok}   done; what was compared agrees
  ${exitCodes.failed}   not done: refused, not found, not confirmed
  ${exitCodes.differs}   the ledger, the log, the journal and what was sent differ, a partition is halted, or a sign showed too much
  ${exitCodes.usage}  the command line is wrong
  ${exitCodes.unavailable}  Kafka, Redis or the ledger service does not answer
  ${exitCodes.pending}  the command is in the log and waits for the ledger service: do not send it again
  ${exitCodes.config}  the environment, a key file that it names, or a permission is missing or wrong`;

const hands = choicesOf<JackpotHand>({
  'royal-flush': true,
  'straight-flush': true,
  'four-of-a-kind': true,
  'full-house': true,
  flush: true,
});

/** All commands of `jackpot`, with their options. */
export function buildProgram(): Command {
  const program = new Command('jackpot')
    .description(
      'Operates the progressive jackpot. KAFKA_BROKERS and REDIS_URL are the addresses of its servers.',
    )
    .version(version, '-V, --version', 'print the version')
    .showHelpAfterError('Use --help to see the options.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void currentShell().stdout.write(text),
      writeErr: (text) => void currentShell().stderr.write(text),
    });
  addCommands(program);
  addApprovals(program);
  addLedgerReaders(program);
  addProofs(program);
  addArchive(program);
  addKeys(program);
  addUpgrade(program);
  addTools(program);
  explainExitCodes(program);
  return program;
}

/** What changes something, by a signed command. */
function addCommands(program: Command): void {
  program
    .command('apply')
    .description('configure jackpots from a YAML file (signed with COMMAND_KEY)')
    .requiredOption('-f, --file <file>', 'one jackpot, a list, or several documents')
    .addOption(effective())
    .option('--replace-pending', 'drop a configuration that waits for the next restart')
    .addOption(betsADay())
    .option('--source <name>', 'source of the commands (default: cli-<key id>)')
    .option('--dry-run', 'check and show, send nothing')
    .option('--yes', 'do not ask before a new jackpot or a change of money')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./apply.js')).apply));
  addActs(program, (act) => act.option('--yes', 'do it (signed with COMMAND_KEY)'));
}

/** What reads the ledger. */
function addLedgerReaders(program: Command): void {
  program
    .command('status')
    .description('show every jackpot, how far the ledger is, and what is halted')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./status.js')).status));
  program
    .command('awards')
    .description('show the newest awards')
    .argument('[jackpot]')
    .option('--from <time>', 'ISO 8601, included')
    .option('--to <time>', 'ISO 8601, not included')
    .option('--table <name>', 'only of this table')
    .addOption(new Option('--hand <hand>', 'only with a payout for this hand').choices(hands))
    .option('--limit <n>', 'how many', '20')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./award-list.js')).awards));
  program
    .command('slip')
    .description('print the payment slip of a seat that was verified')
    .argument('<award>', '<jackpot>/<table>/<round>/<offset>, as `awards` lists it')
    .requiredOption('--seat <n>', 'the seat')
    .option('--house <name>', 'who pays, at the head (default: the name of the jackpot)')
    .option('--html <file>', 'write it as a page to be printed on A4; must not exist')
    .addOption(new Option('--json', 'as JSON, amounts in minor units').conflicts('html'))
    .action(connected(async () => (await import('./slip/print-slip.js')).printSlip));
  program
    .command('claims')
    .description('show the awards that wait for people, and what is next to be done with each')
    .argument('[jackpots...]')
    .option('--all', 'of every jackpot')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./claims.js')).claims));
  program
    .command('table')
    .description('show the rounds, bets and sequence of a table')
    .argument('<jackpot>')
    .argument('<table>')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./table-state.js')).tableState));
}

/** What folds the log again or walks the journal. */
function addProofs(program: Command): void {
  const checkpointOption = ['--from <checkpoint>', 'fold only what came after this checkpoint'] as const; // prettier-ignore
  const textfileOption = ['--textfile <file>', 'write metrics for node_exporter’s textfile collector (.prom)'] as const; // prettier-ignore
  program
    .command('verify')
    .description(
      'fold the log again and compare it with Redis and with what was sent (COMMAND_ROOT as the service has it)',
    )
    .option(...checkpointOption)
    .addOption(
      new Option('--journal', 'check the journal’s chain alone, without the log').conflicts([
        'from',
        'textfile',
      ]),
    )
    .addOption(
      new Option(
        '--archive <folder>',
        'fold what `archive` has written, without Kafka and Redis',
      ).conflicts(['from', 'journal', 'textfile']),
    )
    .option('--expect <sha256>', 'with --archive: SHA-256 that its last manifest must have')
    .option(...textfileOption)
    .option('--json', 'as JSON')
    .action(verifyAny);
  program
    .command('checkpoint')
    .description('write the proven ledger to a file (signed if COMMAND_KEY is set)')
    .requiredOption('-o, --output <file>', 'file to write; must not exist')
    .addOption(new Option(...checkpointOption).conflicts('unverified'))
    .option('--partition <n>', 'only this partition')
    .addOption(new Option('--unverified', 'do not fold the log first').conflicts('textfile'))
    .option(...textfileOption)
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./checkpoint.js')).checkpoint));
  program
    .command('value')
    .description('show the value of a pool at any time in the past, from the log')
    .argument('<jackpot>')
    .requiredOption('--at <time or offset>', 'ISO 8601, or an offset of its home partition')
    .option(...checkpointOption)
    .option('--json', 'as JSON, balances in micro-units')
    .action(connected(async () => (await import('./history/value.js')).value));
  program
    .command('shown')
    .description('show what a sign showed at any time, as it acknowledged it, beside the ledger')
    .requiredOption('--sign <name>', 'the sign')
    .requiredOption('--at <time>', 'ISO 8601')
    .option('--jackpot <id>', 'of a sign that shows several')
    .option(...checkpointOption)
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./shown/shown.js')).shown));
  program
    .command('explain')
    .description('show how an award came to be, from the log')
    .argument(
      '<award>',
      '<jackpot>/<table>/<round>/<offset>, as `awards` lists it; without the offset, those of the round are listed',
    )
    .option(...checkpointOption)
    .option('--json', 'as JSON, amounts in micro-units')
    .action(connected(async () => (await import('./history/explain.js')).explain));
  addRecoverOptions(program.command('recover'))
    .description('show why partitions are halted; with --act and --yes, get them going again')
    .action(connected(async () => (await import('./recover/recover.js')).recover));
}

/** What keeps the log beside Kafka. */
function addArchive(program: Command): void {
  program
    .command('archive')
    .description(
      'add the log and the journal up to a checkpoint to an archive, folded again (signed with COMMAND_KEY)',
    )
    .requiredOption('--to <folder>', 'of the archive; made if it is not there')
    .requiredOption('--until <checkpoint>', 'a signed checkpoint of all partitions')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./commands/archive.js')).archive));
  program
    .command('archive-trim')
    .description('say which records an archive has, so that they may be deleted; deletes nothing')
    .requiredOption('--archive <folder>', 'as `archive` has written it')
    .option('-o, --output <file>', 'offsets for kafka-delete-records.sh --offset-json-file')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('./commands/archive-trim.js')).archiveTrim(options));
}

/** The proof of an archive needs no server, and does not ask for their addresses. */
async function verifyAny(options: VerifyOptions & Partial<VerifyArchiveOptions>): Promise<void> {
  const { archive } = options;
  if (archive === undefined) {
    if (options.expect === undefined) return verifyLedger(options);
    throw new UserError('--expect is of an archive: give --archive too.');
  }
  return (await import('./commands/verify-archive.js')).verifyArchive({ ...options, archive });
}

const verifyLedger = connected(async () => (await import('./verify.js')).verify);

/** Who may sign. */
function addKeys(program: Command): void {
  const keys = program.command('keys').description('keys that sign commands');
  keys
    .command('new')
    .description('make a key pair')
    .requiredOption('--kid <id>', 'name of the key')
    .option('--holder <name>', 'the person or system that signs with it (default: the key id)')
    .option(
      '--roles <roles>',
      'some of keys, configure, operate, adjust, approve, surveil, pay, table, separated by commas',
    )
    .option('--root', 'a root: the file for COMMAND_ROOT, or for `keys root`')
    .option('--public <file>', 'file for the public key (default: <kid>.public.jwk, or root.jwks)')
    .option(
      '--private <file>',
      'file for the private key (default: COMMAND_KEY, or ~/.config/jackpot/<kid>.private.jwk)',
    )
    .option('--json', 'as JSON')
    .action(async (options) => (await import('./keys/new-key.js')).makeKey(options));
  keys
    .command('add')
    .description('put public keys in force (signed with COMMAND_KEY: the root, or role keys)')
    .argument('<files...>', 'as `keys new` writes them')
    .option('--ledger <id>', 'id of a ledger that has no keys yet, for good')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./keys/key-set.js')).addKeys));
  keys
    .command('revoke')
    .description('end a key (signed with COMMAND_KEY: the root, or role keys)')
    .argument('<kid>')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./keys/key-set.js')).revokeKey));
  keys
    .command('root')
    .description(
      'put another root in force (signed with COMMAND_KEY: the root in force); shows it, and does it with --yes',
    )
    .argument('<file>', 'the new root, as `keys new --root` writes it')
    .option('--yes', 'do it')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./keys/set-root.js')).setRoot));
  keys
    .command('list')
    .description('show the keys and the root in force')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./keys/key-set.js')).listKeys));
}

function addUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description('raise the edition by which the log is read, for good (signed with COMMAND_KEY)')
    .requiredOption('--edition <number>', 'one above the edition in force')
    .option('--yes', 'without asking')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./keys/upgrade.js')).upgrade));
}

/** What needs neither Kafka nor Redis. */
function addTools(program: Command): void {
  program
    .command('odds')
    .description('show what the jackpots of a YAML file give to players and cost the house')
    .requiredOption('-f, --file <file>', 'one jackpot, a list, or several documents')
    .addOption(betsADay())
    .option('--json', 'as JSON')
    .action(async (options) => (await import('./odds/odds.js')).odds(options));
  program
    .command('completion')
    .description('print what makes a shell complete `jackpot`: source <(jackpot completion bash)')
    .addArgument(program.createArgument('<shell>').choices(['bash', 'zsh']))
    .action(async (shell: 'bash' | 'zsh') => {
      const { completionScript } = await import('./completion.js');
      currentShell().stdout.write(completionScript(buildProgram(), shell));
    });
}

/** Commander does not hand this down. */
function explainExitCodes(command: Command): void {
  command.addHelpText('after', codes);
  command.commands.forEach(explainExitCodes);
}
