import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pinnedNode } from '#tools/process/paths.mjs';
import { waitFor } from '#tools/process/wait.mjs';
import { startKafka } from '#tools/stack/kafka.mjs';
import { freePort } from '#tools/stack/ports.mjs';
import { startRedis } from '#tools/stack/redis.mjs';
import { Failed, need, NotChecked } from './check.js';

const tag = 'localhost/progressive-jackpot:check';
const baseTag = 'localhost/progressive-jackpot-base:check';
const readyWithinMs = 120_000;
const buildah = { comesFrom: 'apt-get install buildah' };
const mmdebstrap = { comesFrom: 'apt-get install mmdebstrap' };

/**
 * Builds the image of deploy/Dockerfile without a container engine or a registry, on a base that
 * mmdebstrap makes, and runs it like the chart: as its user, on a read-only file system. Both
 * services become healthy by the image's own health check, the CLI configures the jackpots, the pit
 * plays, and `verify` agrees.
 */
export async function checkImage(folder: string): Promise<string> {
  await need('buildah', ['--version'], buildah);
  await need('mmdebstrap', ['--version'], mmdebstrap);
  if (process.getuid?.() !== 0) throw new NotChecked('buildah --isolation chroot needs root.');
  await makeBase(folder);
  const arguments_ = ['--isolation', 'chroot', '--format', 'docker', '-f', 'deploy/Dockerfile'];
  const base = ['--build-arg', `NODE_IMAGE=${baseTag}`];
  const authorities = ['--volume', '/etc/ssl/certs:/etc/ssl/certs:ro'];
  await need('buildah', ['bud', ...arguments_, ...base, ...authorities, '-t', tag, '.']);
  const container = (await need('buildah', ['from', tag])).trim();
  try {
    const root = (await need('buildah', ['mount', container])).trim();
    await play(new Container(root), folder);
  } finally {
    await need('buildah', ['rm', container]);
  }
  return 'built, and run as user 10001 on a read-only file system: healthy, and verify agrees.';
}

/** Makes the Debian, Node and npm part of the image that the Dockerfile names. */
async function makeBase(folder: string): Promise<void> {
  const root = join(folder, 'base');
  await need('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root]);
  const local = join(root, 'usr', 'local');
  mkdirSync(join(local, 'lib', 'node_modules'), { recursive: true });
  cpSync(realpathSync(pinnedNode), join(local, 'bin', 'node'));
  const npm = realpathSync((await need('sh', ['-c', 'command -v npm'])).trim());
  const npmFolder = dirname(dirname(npm));
  cpSync(npmFolder, join(local, 'lib', 'node_modules', 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
  const container = (await need('buildah', ['from', 'scratch'])).trim();
  try {
    await need('buildah', ['add', '-q', container, root, '/']);
    // npm trusts the authorities of this machine, inside as outside.
    const authorities = process.env['NODE_EXTRA_CA_CERTS'];
    const env = authorities ? ['--env', `NODE_EXTRA_CA_CERTS=${authorities}`] : [];
    await need('buildah', ['config', ...env, container]);
    await need('buildah', ['commit', '-q', container, baseTag]);
  } finally {
    await need('buildah', ['rm', container]);
  }
}

/** Runs programs of the image on the network of this machine, like a container engine. */
class Container {
  constructor(private readonly root: string) {}

  /** @param volumes folders of this machine by their place in the image, writable there */
  start(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    volumes: Readonly<Record<string, string>>,
  ): ChildProcess {
    const mounts = Object.entries(volumes).map(([at, from]) => `mount --bind ${from} .${at}`);
    const script = [
      'set -e',
      `cd ${this.root}`,
      // Its own mount, so that it can be read-only; all ends with the process.
      'mount --bind . .',
      `cd ${this.root}`,
      ...['proc', 'dev'].map((name) => `mount --rbind /${name} ${name}`),
      ...mounts,
      'mount -o remount,bind,ro .',
      'exec chroot --userspec=10001:10001 . "$@"',
    ].join('\n');
    return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...command], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

const start = ['node', '/app/deploy/image/start.mjs'];
const health = ['node', '/app/deploy/image/health.mjs'];
const rootKey = '/data/root.jwk';
const publicKey = '/data/ops-1.public.jwk';

async function play(container: Container, folder: string): Promise<void> {
  const kafka = await startKafka({
    dataDir: join(folder, 'image-kafka'),
    isShortLived: true,
  });
  const redis = await startRedis({ dataDir: join(folder, 'image-redis') });
  const services: ChildProcess[] = [];
  try {
    const volumes = { '/data': join(folder, 'data'), '/keys': join(folder, 'keys') };
    for (const each of Object.values(volumes)) await makeWritable(each);
    const ports = { jackpot: await freePort(), signs: await freePort() };
    const env = {
      KAFKA_BROKERS: kafka.brokers,
      REDIS_URL: redis.url,
      COMMAND_ROOT: '/keys/root.jwks',
      COMMAND_KEY: '/data/ops-1.jwk',
      HOST: '127.0.0.1',
      JACKPOT_URL: `http://127.0.0.1:${ports.jackpot}`,
    };
    const signedBy = (file: string, ...command: string[]) =>
      ended(container.start(command, { ...env, COMMAND_KEY: file }, volumes), command);
    const run = (...command: string[]) => signedBy(env.COMMAND_KEY, ...command);
    await expectReadOnly(container);
    const newKey = [...start, 'cli', 'keys', 'new', '--ledger', 'check', '--kid'];
    const files = (open: string, secret: string) => ['--public', open, '--private', secret];
    await run(...newKey, 'root', '--root', ...files(env.COMMAND_ROOT, rootKey));
    const what = ['--holder', 'J.Wong', '--roles', 'keys,configure'];
    await run(...newKey, 'ops-1', ...what, ...files(publicKey, env.COMMAND_KEY));
    for (const [name, port] of Object.entries(ports)) {
      const own = { ...env, PORT: String(port) };
      const service = container.start([...start, name], own, volumes);
      services.push(service);
      const output = outputOf(service);
      const isHealthy = () =>
        ended(container.start(health, own, {}), health).then(
          () => true,
          () => undefined,
        );
      const givenUp = () => service.exitCode !== null;
      if (await waitFor(isHealthy, { limitMs: readyWithinMs, everyMs: 500, givenUp })) continue;
      throw new Failed(`${name} did not become healthy:\n${output()}`);
    }
    await signedBy(rootKey, ...start, 'cli', 'keys', 'add', '--yes', publicKey);
    await run(...start, 'cli', 'apply', '--yes', '-f', '/app/dist/apps/demo/jackpots.yaml');
    await run(...start, 'pit', '--tables', '5', '--rounds', '20', '--speed', 'max');
    await run(...start, 'cli', 'verify');
    await expectStopped(services);
  } finally {
    for (const service of services) service.kill('SIGKILL');
    await Promise.all([kafka.stop(), redis.stop()]);
  }
}

/** Makes the rest of the check meaningful: only volumes can be written. */
async function expectReadOnly(container: Container): Promise<void> {
  const write = ['node', '-e', "require('node:fs').writeFileSync('/tmp/x', '')"];
  const refused = await ended(container.start(write, {}, {}), write).catch((error: Error) => error);
  if (refused?.message.includes('EROFS')) return;
  throw new Failed(`The file system is not read-only: ${refused?.message ?? 'a write was taken'}`);
}

/** Expects that SIGTERM reaches the program itself, which ends well. */
async function expectStopped(services: readonly ChildProcess[]): Promise<void> {
  for (const service of services) {
    service.kill('SIGTERM');
    const [code] = (await once(service, 'exit')) as [number | null];
    if (code !== 0) throw new Failed(`A service ended with ${code} on SIGTERM.`);
  }
}

async function makeWritable(folder: string): Promise<void> {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  await need('chown', ['10001:10001', folder]);
}

function outputOf(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return () => output;
}

/** @throws Failed with the output if its exit code is not 0. */
async function ended(child: ChildProcess, command: readonly string[]): Promise<void> {
  const output = outputOf(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Failed(`${command.join(' ')} ended with ${code}:\n${output()}`);
}
