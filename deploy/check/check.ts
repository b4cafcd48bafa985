import { run } from '#tools/process/process.mjs';

/** A tool that this machine lacks, so that something could not be checked. */
export class NotChecked extends Error {}

/** A check that failed; the message is what the tool said. */
export class Failed extends Error {}

/** What a check found, as a sentence for the person who ran it. */
export type Check = () => Promise<string>;

/**
 * Runs a command to its end and gives its output.
 * @throws NotChecked when there is no such program, Failed when it exits with another code than 0.
 */
export async function need(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly comesFrom?: string } = {},
): Promise<string> {
  const { comesFrom } = options;
  // The one driver of buildah that needs nothing of the kernel.
  const env = { STORAGE_DRIVER: 'vfs', ...(options.env ?? process.env) };
  const { code, output, missing } = await run(command, [...args], { env });
  if (missing)
    throw new NotChecked(`${command} is not on PATH${comesFrom ? ` (${comesFrom})` : ''}.`);
  if (code === 0) return output;
  throw new Failed(`${command} ${args.join(' ')} ended with ${code}:\n${output.trimEnd()}`);
}
