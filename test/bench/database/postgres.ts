import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '#testing/until';
import { freePort } from '../../../tools/stack/ports.mjs';
import { startServer } from '../../../tools/process/process.mjs';
import type { BenchStack } from '../bench-stack.js';

export interface Postgres {
  readonly version: string;
  /** A new, empty database. */
  readonly database: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

const versionsFolder = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root, so there it runs as the user that its package has made. */
const packageUser = 'postgres';

/**
 * A PostgreSQL of this run's own with its default settings: each commit waits for the disk.
 * @returns a sentence instead, where there is none on this machine.
 */
export async function startPostgres(stack: BenchStack): Promise<Postgres | string> {
  const bin = binFolder();
  if (!bin) return `there is no PostgreSQL in ${versionsFolder}`;
  const asUser = process.getuid?.() === 0 ? userPrefix() : [];
  if (!asUser) return `this runs as root, and there is no user ${packageUser} for PostgreSQL`;
  const data = join(stack.folderFor('postgres'), 'data');
  mkdirSync(data);
  if (asUser.length > 0) execFileSync('chown', [packageUser, data]);
  const call = (program: string, ...args: string[]): [string, string[]] => {
    const [command, ...rest] = [...asUser, join(bin, program), ...args];
    return [command as string, rest];
  };
  execFileSync(...call('initdb', '-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8'));
  const port = await freePort();
  const [command, args] = call('postgres', '-D', data, '-p', String(port), '-k', '');
  const logFile = join(stack.folder, 'postgres.log');
  const server = await startServer({ command, args: [...args, '-h', '127.0.0.1'], logFile });
  const url = (name: string): string => `postgres://bench@127.0.0.1:${port}/${name}`;
  const query = async (text: string): Promise<pg.QueryResult<{ server_version: string }>> => {
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    return client.query<{ server_version: string }>(text).finally(() => client.end());
  };
  const shown = await until('PostgreSQL', () => query('SHOW server_version'));
  return {
    version: shown.rows[0]?.server_version ?? 'unknown',
    database: async () => {
      const name = stack.fresh('db').replace('-', '_');
      await query(`CREATE DATABASE ${name}`);
      return url(name);
    },
    stop: () => server.stop(),
  };
}

function binFolder(): string | undefined {
  if (!existsSync(versionsFolder)) return undefined;
  const newestFirst = readdirSync(versionsFolder).sort((one, other) => Number(other) - Number(one));
  return newestFirst
    .map((version) => join(versionsFolder, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** `setpriv` becomes the program, so that its process id is the server's. */
function userPrefix(): string[] | null {
  try {
    execFileSync('id', ['-u', packageUser], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return ['setpriv', `--reuid=${packageUser}`, `--regid=${packageUser}`, '--init-groups'];
}
