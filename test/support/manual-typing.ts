import { commandsOf, manualPages } from '#testing/manual';

/** Texts on the pages and their replacements in a test, in the order of replacement. */
export type StandsFor = Readonly<Record<string, string>>;

/**
 * Types pages of the operator's manual as written: a test says which command of a page comes next,
 * and the words come from the page. So an edited page is typed in its new form.
 */
export class ManualTyping {
  /** The commands of each page. */
  private readonly commands: ReadonlyMap<string, Set<string>>;

  /** @param isTyped whether a page is one of these, by its name; `texts` of the pages by file */
  constructor(isTyped: (name: string) => boolean, texts = manualPages()) {
    const pages = [...texts].map(([file, text]) => [file.replace('.md', ''), text] as const);
    this.commands = new Map(
      pages
        .filter(([name]) => isTyped(name))
        .map(([name, text]) => [name, new Set(commandsOf(text))]),
    );
  }

  /**
   * The only command of a page, or of all pages without a given page, that matches the pattern or
   * equals the text. It then counts as typed there. The result has no `npm run jackpot --` at its
   * start.
   * @throws Error if there is none, or more than one
   */
  take(pattern: RegExp | string, standsFor: StandsFor, page?: string): string {
    const found = new Set(
      [...this.all(page)].filter((command) =>
        typeof pattern === 'string' ? command === pattern : pattern.test(command.replace(cli, '')),
      ),
    );
    const [command] = found;
    if (command === undefined || found.size > 1) {
      const many = [...found].join('\n  ');
      throw new Error(`${page ?? 'the manual'} has ${found.size} of ${String(pattern)}\n  ${many}`);
    }
    this.typed.push([page, command]);
    return Object.entries(standsFor).reduce(
      (line, [written, given]) => line.replaceAll(written, given),
      command.replace(cli, ''),
    );
  }

  /** Leaves out commands, with the reason. */
  leaveOut(_reason: string, pattern: RegExp): void {
    for (const command of this.all()) {
      if (pattern.test(command)) this.typed.push([undefined, command]);
    }
  }

  /** Commands that no test has typed, each with its page. */
  get untyped(): string[] {
    const isTyped = (page: string, command: string): boolean =>
      this.typed.some(([on = page, each]) => on === page && each === command);
    return [...this.commands].flatMap(([page, commands]) =>
      [...commands].filter((each) => !isTyped(page, each)).map((each) => `${page}: ${each}`),
    );
  }

  private readonly typed: [page: string | undefined, command: string][] = [];

  private *all(page?: string): Iterable<string> {
    for (const [name, commands] of this.commands) if ((page ?? name) === name) yield* commands;
  }
}

const cli = /^npm run jackpot -- /;

/** The words of a line as a shell reads them. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain = '']) => double ?? single ?? plain,
  );
}
