import { Option, type Command } from 'commander';
import { recoveryActs } from '#proof/recovery-acts';

/** Gives the command `recover` its options. */
export function addRecoverOptions(command: Command): Command {
  return command
    .option('--partition <n>', 'this partition alone (default: all that are halted)')
    .addOption(new Option('--act <act>', 'show what this would change').choices(recoveryActs))
    .option('--note <text>', 'why, for the journal')
    .option('--yes', 'do it (signed with COMMAND_KEY, role adjust)')
    .option('--force', 'rebuild a partition that is not halted')
    .addOption(
      new Option(
        '--sign-only <file>',
        'where two people are needed: sign it into this file, for another to do',
      ).conflicts(['yes', 'json']),
    )
    .addOption(
      new Option(
        '--countersign <file>',
        'show what another person has signed; with --yes, do it (role adjust or approve)',
      ).conflicts(['partition', 'act', 'note', 'force', 'signOnly', 'json']),
    )
    .option('--from <checkpoint>', 'the checkpoint that --act restore puts in the ledger’s place')
    .option('--backup <folder>', 'where the old ledger is kept before it is replaced', '.')
    .addOption(new Option('--json', 'as JSON').conflicts('act'));
}
