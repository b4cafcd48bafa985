import { parse } from 'yaml';
import { Failed, need, NotChecked } from './check.js';

const file = 'deploy/compose.yaml';
const everything = ['-f', file, '--profile', 'pit', '--profile', 'cli', 'config'];

/** Programs that read the file like compose; the last is compose's own reader alone. */
const readers: readonly (readonly [program: string, args: readonly string[]])[] = [
  ['docker', ['compose', ...everything]],
  ['docker-compose', everything],
  ['podman', ['compose', ...everything]],
  ['compose-go', [file]],
];

/** Reads the file with compose. */
export async function checkCompose(): Promise<string> {
  for (const [program, args] of readers) {
    const question = args[0] === 'compose' ? ['compose', 'version'] : ['--help'];
    const isThere = await need(program, question).then(
      () => true,
      // compose-go exits with 2 after its help.
      (error: unknown) => error instanceof Failed && program === 'compose-go',
    );
    if (!isThere) continue;
    const { services } = parse(await need(program, args)) as { services: Record<string, object> };
    if (!services['jackpot'] || !services['pit']) throw new Failed(`${program} left services out.`);
    return `${program} reads ${Object.keys(services).length} services.`;
  }
  throw new NotChecked(
    'No compose answers; github.com/compose-spec/compose-go/v2/cmd, built as compose-go, will do.',
  );
}
