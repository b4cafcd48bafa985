// @ts-check
/**
 * The entry of the image: becomes the program that the first argument names, with the flags of
 * `npm run start:…`. It is replaced, not a parent, so the program gets the signals itself.
 */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { serviceEnvironment, serviceFlags } from '../../tools/service.mjs';

const services = ['jackpot', 'signs'];
const programs = [...services, 'cli', 'pit'];
const usageCode = 64;

const [name = '', ...args] = process.argv.slice(2);
if (programs.includes(name) && process.execve) {
  const isService = services.includes(name);
  const flags = isService ? serviceFlags : ['--enable-source-maps'];
  const env = { ...process.env, ...(isService ? serviceEnvironment : {}) };
  const file = fileURLToPath(new URL(`../../dist/apps/${name}/src/main.js`, import.meta.url));
  process.execve(process.execPath, [process.execPath, ...flags, file, ...args], env);
}
process.stderr.write(`The first argument must be ${programs.join(', ')}; it was "${name}".\n`);
process.exitCode = usageCode;
