import { exitCodes } from '#contract/exit-codes';
import { version } from '#contract/build';
import { Command, Help, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AnyCommandFile, ProgramRun } from './command.js';

const codes = `
Exit codes:
  ${exitCodes.ok}   done; what was compared agrees
  ${exitCodes.failed}   not done: refused, not found, not confirmed
  ${exitCodes.differs}   the ledger, the log, the journal and what was sent differ, a partition is halted, or a sign showed too much
  ${exitCodes.usage}  the command line is wrong
  ${exitCodes.unavailable}  Kafka, Redis or the ledger service does not answer
  ${exitCodes.pending}  the command is in the log and waits for the ledger service: do not send it again
  ${exitCodes.config}  the environment, a key file that it names, or a permission is missing or wrong`;

/** Every command, in the order of the help. Only the typed command is loaded: the rest is slow. */
const files: Readonly<Record<string, () => Promise<AnyCommandFile>>> = {
  apply: async () => (await import('./commands/apply.js')).applyCommand,
  suspend: async () => (await import('./commands/suspend.js')).suspendCommand,
  'block-table': async () => (await import('./commands/block-table.js')).blockTableCommand,
  resume: async () => (await import('./commands/resume.js')).resumeCommand,
  adjust: async () => (await import('./commands/adjust.js')).adjustCommand,
  'take-over': async () => (await import('./commands/take-over.js')).takeOverCommand,
  retire: async () => (await import('./commands/retire.js')).retireCommand,
  receive: async () => (await import('./commands/receive.js')).receiveCommand,
  'close-day': async () => (await import('./commands/close-day.js')).closeDayCommand,
  'unblock-table': async () => (await import('./commands/unblock-table.js')).unblockTableCommand,
  'reset-table': async () => (await import('./commands/reset-table.js')).resetTableCommand,
  'verify-award': async () => (await import('./commands/verify-award.js')).verifyAwardCommand,
  pay: async () => (await import('./commands/pay.js')).payCommand,
  reverse: async () => (await import('./commands/reverse.js')).reverseCommand,
  expire: async () => (await import('./commands/expire.js')).expireCommand,
  grant: async () => (await import('./commands/grant.js')).grantCommand,
  propose: async () => (await import('./commands/propose.js')).proposeCommand,
  proposals: async () => (await import('./commands/proposals.js')).proposalsCommand,
  approve: async () => (await import('./commands/approve.js')).approveCommand,
  withdraw: async () => (await import('./commands/withdraw.js')).withdrawCommand,
  status: async () => (await import('./commands/status.js')).statusCommand,
  report: async () => (await import('./commands/report.js')).reportCommand,
  awards: async () => (await import('./commands/awards.js')).awardsCommand,
  slip: async () => (await import('./commands/slip.js')).slipCommand,
  claims: async () => (await import('./commands/claims.js')).claimsCommand,
  acts: async () => (await import('./commands/acts.js')).actsCommand,
  refused: async () => (await import('./commands/refused.js')).refusedCommand,
  table: async () => (await import('./commands/table.js')).tableCommand,
  verify: async () => (await import('./commands/verify.js')).verifyCommand,
  checkpoint: async () => (await import('./commands/checkpoint.js')).checkpointCommand,
  value: async () => (await import('./commands/value.js')).valueCommand,
  shown: async () => (await import('./commands/shown.js')).shownCommand,
  explain: async () => (await import('./commands/explain.js')).explainCommand,
  recover: async () => (await import('./commands/recover.js')).recoverCommand,
  archive: async () => (await import('./commands/archive.js')).archiveCommand,
  'archive-trim': async () => (await import('./commands/archive-trim.js')).archiveTrimCommand,
  keys: async () => (await import('./commands/keys.js')).keysCommand,
  upgrade: async () => (await import('./commands/upgrade.js')).upgradeCommand,
  odds: async () => (await import('./commands/odds.js')).oddsCommand,
  completion: async () => (await import('./commands/completion.js')).completionOf(buildProgram),
};

/**
 * The program with the typed command, or with all commands if the first word is not one: then
 * somebody wants help, or mistyped the command.
 * @param args the words after `jackpot`.
 */
export async function buildProgram(
  args: readonly string[],
  run: ProgramRun,
): Promise<CommandUnknownOpts> {
  const { stdout, stderr } = run.shell;
  const program = new Command('jackpot')
    .description(
      'Operates the progressive jackpot. KAFKA_BROKERS and REDIS_URL are the addresses of its servers.',
    )
    .version(version, '-V, --version', 'print the version')
    .showHelpAfterError('Use --help to see the options.')
    .exitOverride()
    .configureHelp({
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    }) as unknown as CommandUnknownOpts;
  const [first = ''] = args;
  const own = Object.hasOwn(files, first) ? files[first] : undefined;
  const isVersion = first === '-V' || first === '--version';
  const wanted = own ? [own] : isVersion ? [] : Object.values(files);
  for (const load of wanted) {
    program.addCommand((await load()).build(run));
  }
  inherit(program);
  return program;
}

/** Copies settings and the text after the help: commander does not pass them to added commands. */
function inherit(command: CommandUnknownOpts): void {
  command.addHelpText('after', codes);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inherit(child);
  }
}
