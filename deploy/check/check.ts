import { run } from '#tools/process/process.mjs';

/** A tool is missing on this machine, so that a check could not run. */
export class NotChecked extends Error {}

/** A check that failed; the message is the tool's output. */
export class Failed extends Error {}

/** A check; returns its result as a sentence for the person who ran it. */
export type Check = () => Promise<string>;

/**
 * Runs a command to its end and returns its output.
 * @throws NotChecked if the program does not exist, Failed if its exit code is not 0.
 */
export async function need(
  command: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly comesFrom?: string } = {},
): Promise<string> {
  const { comesFrom } = options;
  // The only driver of buildah that needs no support of the kernel.
  const env = { STORAGE_DRIVER: 'vfs', ...(options.env ?? process.env) };
  const { code, output, missing } = await run(command, [...args], { env });
  if (missing)
    throw new NotChecked(`${command} is not on PATH${comesFrom ? ` (${comesFrom})` : ''}.`);
  if (code === 0) return output;
  throw new Failed(`${command} ${args.join(' ')} ended with ${code}:\n${output.trimEnd()}`);
}
