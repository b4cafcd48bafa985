import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesBelow } from './fingerprint.mjs';
import { binFolder, root } from './process/paths.mjs';
import { run, startServer, type Server } from './process/process.mjs';
import { waitFor } from './process/wait.mjs';

const folder = mkdtempSync(join(tmpdir(), 'nest-build-'));
const servers: Server[] = [];
const prefix = `t${randomBytes(4).toString('hex')}.`;
const env = {
  ...process.env,
  TOPIC_PREFIX: prefix,
  KAFKA_GROUP_ID: `${prefix}ledger`,
  COMMAND_ROOT: join(folder, 'root.jwks'),
  HOST: '127.0.0.1',
  PORT: '0',
};

beforeAll(async () => {
  const settings = ['package.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
  for (const name of ['apps', 'libs', 'tools', ...settings]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const nest = [join(binFolder, 'nest'), 'build', 'jackpot'];
  const { code, output } = await run(process.execPath, nest, { cwd: folder });
  if (code !== 0) throw new Error(output);
}, 900_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true });
});

test('nest build gives the files that npm run build gives, Lua and the sign page among them', () => {
  const built = (project: string): string[] =>
    ['apps', 'libs'].flatMap((name) => filesBelow(join(project, 'dist'), name));
  expect(built(folder)).toEqual(built(root));
  expect(built(folder)).toContain('libs/ledger/src/lua/commit.lua');
  expect(built(folder)).toContain('apps/signs/page/sign.html');
});

test.each(['cli', 'demo', 'pit', 'rules'])(
  'the program %s runs as Nest has built it',
  async (app) => {
    const { code, output } = await run(process.execPath, [mainOf(app), '--help'], { env });
    expect(output).toContain('Usage: ');
    expect(code).toBe(0);
  },
);

test('both services become ready as Nest has built them', async () => {
  const files = ['--public', env.COMMAND_ROOT, '--private', join(folder, 'root.private.jwk')];
  const newRoot = [
    mainOf('cli'),
    'keys',
    'new',
    '--ledger',
    'built',
    '--kid',
    'root',
    '--root',
    ...files,
  ];
  const made = await run(process.execPath, newRoot, { env });
  expect(made.code).toBe(0);
  await expectReady('jackpot');
  await expectReady('signs');
}, 120_000);

async function expectReady(app: string): Promise<void> {
  const logFile = join(folder, `${app}.log`);
  const server = await startServer({
    command: process.execPath,
    args: [mainOf(app)],
    logFile,
    env,
  });
  servers.push(server);
  const isReady = await waitFor(() => answersReady(logFile), {
    limitMs: 60_000,
    givenUp: server.hasExited,
  });
  expect([isReady, readFileSync(logFile, 'utf8')]).toEqual([true, expect.anything()]);
}

async function answersReady(logFile: string): Promise<true | undefined> {
  const url = /listening on (http:\/\/[^"]+)"/.exec(readFileSync(logFile, 'utf8'))?.[1];
  if (url === undefined) return undefined;
  const response = await fetch(`${url}/health/ready`).catch(() => undefined);
  return response?.ok || undefined;
}

function mainOf(app: string): string {
  return join(folder, 'dist', 'apps', app, 'src', 'main.js');
}
