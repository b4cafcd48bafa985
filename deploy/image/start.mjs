// @ts-check
/**
 * The entry of the image: replaces itself with the program that the first argument names, without a
 * parent process, so the program gets the signals itself.
 */
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const programs = ['jackpot', 'signs', 'tables', 'console', 'cli', 'pit'];
const usageCode = 64;

const [name = '', ...args] = process.argv.slice(2);
if (programs.includes(name) && process.execve) {
  const file = fileURLToPath(new URL(`../../dist/apps/${name}/src/main.js`, import.meta.url));
  const words = [process.execPath, '--enable-source-maps', file, ...args];
  process.execve(process.execPath, words, process.env);
}
process.stderr.write(`The first argument must be ${programs.join(', ')}; it was "${name}".\n`);
process.exitCode = usageCode;
