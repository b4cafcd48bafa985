import { Command, type CommandUnknownOpts, type OptionValues } from '@commander-js/extra-typings';
import { withConnections, type Connections } from './servers/connections.js';
import type { Answer } from './terminal/print.js';
import { Terminal, type Shell } from './terminal/terminal.js';

/** One run of the program. */
export interface ProgramRun {
  readonly shell: Shell;
  /** Receives the answer of a command. */
  readonly onAnswer: (answer: Answer, isJson: boolean) => void;
}

/**
 * A command: the text that people type, and the action. A file of `commands/` exports one.
 * @template Deps a terminal, or connections, which have one.
 * @template Given arguments and options, as commander reads them.
 */
export interface CommandFile<Deps, Given extends unknown[]> {
  /** Makes a new command for each run: commander stores the typed values in it. */
  readonly build: (run: ProgramRun) => CommandUnknownOpts;
  /** @throws UserError if there is no answer. */
  readonly run: (deps: Deps, ...given: Given) => Promise<Answer> | Answer;
}

export type AnyCommandFile = Pick<CommandFile<unknown, unknown[]>, 'build'>;

/** A command that does not need Kafka or Redis, or not always. */
export function offline<Args extends unknown[], Options extends OptionValues>(
  define: () => Command<Args, Options>,
  run: (terminal: Terminal, ...given: [...Args, Options]) => Promise<Answer> | Answer,
): CommandFile<Terminal, [...Args, Options]> {
  const build = ({ shell, onAnswer }: ProgramRun): CommandUnknownOpts => {
    const command = define() as unknown as CommandUnknownOpts;
    return command.action(async (...typed: unknown[]) => {
      const given = typed.slice(0, -1) as [...Args, Options];
      const { json = false } = given.at(-1) as { json?: boolean };
      onAnswer(await run(new Terminal(shell, json), ...given), json);
    });
  };
  return { build, run };
}

/** A command that uses Kafka and Redis, with addresses from the environment. */
export function connected<Args extends unknown[], Options extends OptionValues>(
  define: () => Command<Args, Options>,
  run: (connections: Connections, ...given: [...Args, Options]) => Promise<Answer>,
): CommandFile<Connections, [...Args, Options]> {
  const { build } = offline(define, (terminal, ...given) =>
    withConnections(terminal, (connections) => run(connections, ...given)),
  );
  return { build, run };
}

/** Commands under one word, such as `keys`. */
export function group(
  name: string,
  description: string,
  files: readonly AnyCommandFile[],
): AnyCommandFile {
  return {
    build: (run) => {
      const parent = new Command(name).description(description) as unknown as CommandUnknownOpts;
      for (const { build } of files) parent.addCommand(build(run));
      return parent;
    },
  };
}
