import { Option, type Command } from 'commander';
import { betsADay } from './odds/bets-a-day.js';
import { addAwardActs } from './program-award-acts.js';
import { connected } from './program-connected.js';

/** When a configuration of a running jackpot holds. */
export function effective(): Option {
  return new Option('--effective <when>', 'when a change of a running jackpot takes effect')
    .choices(['now', 'next-restart'])
    .default('now');
}

/** What changes a running jackpot or table, by itself or as a proposal. */
export function addActs(parent: Command, complete: (act: Command) => Command): void {
  const act = (name: string, description: string): Command =>
    complete(
      parent
        .command(name)
        .description(`${description}; shows what changes, and does it with --yes`)
        .argument('<jackpot>')
        .requiredOption('--reason <text>', 'why, for the log')
        .option('--source <name>', 'source of the command (default: cli-<key id>)')
        .option('--json', 'as JSON'),
    );
  const isProposing = parent.name() === 'propose';
  if (!isProposing) {
    act('suspend', 'refuse new bets (role operate)').action(
      connected(async () => (await import('./acts.js')).suspend),
    );
    act('block-table', 'refuse the bets of one table (role operate)')
      .argument('<table>')
      .action(connected(async () => (await import('./acts.js')).blockTable));
  }
  act('resume', 'take new bets again (role operate)').action(
    connected(async () => (await import('./acts.js')).resume),
  );
  act('adjust', 'give the pool or the reserve an amount of the house, or take it (role adjust)')
    .requiredOption('--amount <±money>', 'in major units with all digits, such as +1500.00')
    .addOption(
      new Option('--account <account>', 'whose balance')
        .choices(['pool', 'reserve'])
        .default('pool'),
    )
    .action(connected(async () => (await import('./acts.js')).adjust));
  act('unblock-table', 'take the bets of a table again (role operate)')
    .argument('<table>')
    .action(connected(async () => (await import('./acts.js')).unblockTable));
  act('reset-table', 'let a table go on behind another sequence (role operate)')
    .argument('<table>')
    .requiredOption('--sequence <n>', 'the last one of the table; its next event has one more')
    .action(connected(async () => (await import('./acts.js')).resetTable));
  addAwardActs(parent, complete);
}

/** What more than one person must sign. */
export function addApprovals(program: Command): void {
  const propose = program
    .command('propose')
    .description('propose an act that others must approve (contract 4.5)');
  const expiring = (act: Command): Command =>
    act
      .requiredOption('--expires <time>', 'ISO 8601, at most seven days from now')
      .option('--yes', 'propose it (signed with COMMAND_KEY)');
  addActs(propose, expiring);
  expiring(
    propose
      .command('apply')
      .description('propose configurations from a YAML file (role configure)')
      .requiredOption('-f, --file <file>', 'one jackpot, a list, or several documents')
      .requiredOption('--reason <text>', 'why, for the log')
      .addOption(effective())
      .option('--replace-pending', 'drop a configuration that waits for the next restart')
      .addOption(betsADay())
      .option('--source <name>', 'source of the commands (default: cli-<key id>)')
      .option('--json', 'as JSON'),
  ).action(connected(async () => (await import('./apply.js')).proposeApply));
  program
    .command('proposals')
    .description('show the acts of a jackpot that wait for approval')
    .argument('<jackpot>')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./approvals.js')).proposals));
  program
    .command('approve')
    .description('show a proposed act, ask, and sign it (role of its row, by another person)')
    .argument('<jackpot>')
    .argument('<proposal>', 'as `proposals` lists it')
    .option('--source <name>', 'source of the command (default: cli-<key id>)')
    .option('--yes', 'do not ask')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./approvals.js')).approve));
  program
    .command('withdraw')
    .description('drop a proposed act (its proposer, or role approve)')
    .argument('<jackpot>')
    .argument('<proposal>', 'as `proposals` lists it')
    .requiredOption('--reason <text>', 'why, for the log')
    .option('--source <name>', 'source of the command (default: cli-<key id>)')
    .option('--json', 'as JSON')
    .action(connected(async () => (await import('./approvals.js')).withdraw));
}
