// @ts-check
/** Packs libs/table-client for npm: `npm run pack:client [folder]`, by default into dist. */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installEnvironment, binFolder, localFolder, pinnedNode, root } from './process/paths.mjs';
import { UserError, run, say } from './process/process.mjs';

const source = join(root, 'libs', 'table-client');
const staged = join(localFolder, 'table-client');

try {
  const folder = resolve(process.argv[2] ?? join(root, 'dist'));
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  mkdirSync(folder, { recursive: true });
  await succeed(pinnedNode, [
    join(binFolder, 'tsc'),
    '-p',
    source,
    '--outDir',
    join(staged, 'dist'),
  ]);
  for (const name of ['package.json', 'README.md']) {
    copyFileSync(join(source, name), join(staged, name));
  }
  copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  const packed = await succeed('npm', ['pack', staged, '--pack-destination', folder, '--silent']);
  say(`packed ${join(folder, packed.trim())}`);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}

/** @param {string} program @param {string[]} args @returns {Promise<string>} its output */
async function succeed(program, args) {
  const { code, output } = await run(program, args, { cwd: root, env: installEnvironment() });
  if (code !== 0) throw new UserError(`${output.trimEnd()}\nThe table client was not packed.`);
  return output;
}
