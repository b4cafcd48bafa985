import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { offline, type AnyCommandFile, type ProgramRun } from '../command.js';

/** Prints a script for a shell. @param buildProgram makes the program with all its commands. */
export function completionOf(
  buildProgram: (args: readonly string[], run: ProgramRun) => Promise<CommandUnknownOpts>,
): AnyCommandFile {
  return offline(
    () =>
      new Command('completion')
        .description('print a script for shell completion: source <(jackpot completion bash)')
        .addArgument(new Argument('<shell>').choices(['bash', 'zsh'])),
    async (terminal, shell) => {
      const program = await buildProgram([], { shell: terminal.shell, onAnswer: () => undefined });
      return { facts: null, lines: completionScript(program, shell) };
    },
  );
}

/**
 * A script that completes the words of a program in a shell: commands, options, and the values of
 * options and arguments that have a list of them. For other values it completes file names.
 */
function completionScript(program: CommandUnknownOpts, shell: 'bash' | 'zsh'): string {
  const name = program.name();
  // zsh can run a script for bash.
  const prelude = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
  // Not `path` or `words`, which zsh itself uses.
  return `${prelude}_${name}() {
  local word=\${COMP_WORDS[COMP_CWORD]} place= before each choices
  for each in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case "$place $each" in
${commandsBelow(program)
  .map((path) => `      ' ${path}') place=' ${path}' ;;`)
  .join('\n')}
    esac
  done
  before=\${COMP_WORDS[$((COMP_CWORD-1))]}
  case "$place $before" in
${valueCases(program).join('\n')}
    *)
      case "$place" in
${wordCases(program).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o default -F _${name} ${name}
`;
}

/** The path of each command in words, such as `keys new`. */
function commandsBelow(command: CommandUnknownOpts, above = ''): string[] {
  return command.commands.flatMap((each) => {
    const path = `${above}${each.name()}`;
    return [path, ...commandsBelow(each, `${path} `)];
  });
}

/** The words after an option with a value: its choices, or none if any text is allowed. */
function valueCases(command: CommandUnknownOpts, path = ''): string[] {
  const own = command.options
    .filter(({ required, optional }) => required || optional)
    .map(({ short, long, argChoices = [] }) => {
      const flags = [short, long].filter((flag) => flag != null);
      const patterns = flags.map((flag) => `'${path} ${flag}'`).join('|');
      return `    ${patterns}) choices='${argChoices.join(' ')}' ;;`;
    });
  const below = command.commands.flatMap((each) => valueCases(each, `${path} ${each.name()}`));
  return [...own, ...below];
}

/** The possible next words: commands, values of the first argument, options. */
function wordCases(command: CommandUnknownOpts, path = ''): string[] {
  const names = command.commands.map((each) => each.name());
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const options = command.options.flatMap(({ long }) => long ?? []);
  const words = [...names, ...values, ...options, '--help'].join(' ');
  const below = command.commands.flatMap((each) => wordCases(each, `${path} ${each.name()}`));
  return [`        '${path}') choices='${words}' ;;`, ...below];
}
