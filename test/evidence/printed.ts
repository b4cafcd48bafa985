import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeMachine, machineLine } from '../support/machine.js';
import { sourcesLine, type KeptReport, type JudgedSources } from './kept-reports.js';

/** The output of a program that ends with its result. */
export interface Printed {
  readonly title: string;
  /** The script of package.json. */
  readonly script: string;
  readonly sources: JudgedSources;
  /** The result in one sentence. */
  readonly result: string;
  readonly lines: readonly string[];
}

/** Writes the output as a report into a folder, with the command as somebody typed it. */
export function writePrinted(folder: string, { file }: KeptReport, printed: Printed): void {
  const { title, script, sources, result, lines } = printed;
  const machine = describeMachine();
  const args = process.argv.slice(2).map((arg) => (/\s/.test(arg) ? `'${arg}'` : arg));
  const command = [`npm run ${script} --`, ...args].join(' ');
  const minutes = Math.ceil(performance.now() / 60_000);
  const line = sourcesLine(sources, command, machine.date.slice(0, 10));
  const where = `In ${minutes} minutes on ${machineLine(machine)}.`;
  const text = [`# ${title}`, line, `**${result}**`, where, ['```', ...lines, '```'].join('\n')];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, basename(file)), `${text.join('\n\n')}\n`);
}
