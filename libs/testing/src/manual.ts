import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../deploy/operations');

/** The pages of the operator's manual with their texts, by file name. */
export function manualPages(): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const program = /^(?:npm run jackpot -- |redis-cli |kafka-[a-z-]+\.sh |curl )/;
const block = /^ *```sh\n(.*?)^ *```$/gms;

/** The commands on a page, in its shell blocks and in its sentences. */
export function commandsOf(page: string): string[] {
  const inBlocks = [...page.matchAll(block)].flatMap(([, lines = '']) =>
    lines.split('\n').map((line) => line.replace(/\s+# .*$/, '').trim()),
  );
  const inSentences = [...page.replaceAll(block, '').matchAll(/`([^`\n]+)`/g)];
  return [...inBlocks, ...inSentences.map(([, code = '']) => code)].filter((each) =>
    program.test(each),
  );
}

/** Returns true if a command is an act of `recover` that changes something. */
function isAct(command: string): boolean {
  return /^npm run jackpot -- recover .*--(act|countersign) .*--yes/.test(command);
}

/** The user who types the commands of a page, by the page. */
export function asWhom(commands: readonly string[]): string {
  const isTyped = (pattern: RegExp): boolean => commands.some((command) => pattern.test(command));
  const reads = commands.some(
    (command) => /^npm run jackpot -- (?!keys new)/.test(command) && !isAct(command),
  );
  const parts = [
    ...(reads ? ['`jackpot` as `operator`'] : []),
    ...(commands.some(isAct) ? ['an act with `--yes` as `recovery`'] : []),
    ...(isTyped(/^redis-cli /) ? ['`redis-cli` as `admin`'] : []),
    ...(isTyped(/^kafka-/) ? ['`kafka-….sh` as the cluster’s administrator'] : []),
  ];
  const whom = parts.length > 0 ? parts.join(', ') : 'anybody who reaches the services';
  const where = commands.some(isCli) ? ` ${inTheImage}` : '';
  return `[As whom](README.md#as-whom): ${whom}.${where}`;
}

const isCli = (command: string): boolean => command.startsWith('npm run jackpot -- ');

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Translates a page's `npm run jackpot` to the image of deploy/Dockerfile. */
const inTheImage =
  'In the image `npm run jackpot --` is `docker run --rm -itu $(id -u) --env-file operator.env ' +
  `-v $PWD:/data progressive-jackpot:${version} cli\`.`;
