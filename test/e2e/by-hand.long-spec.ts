import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from '#testing/until';
import { findKcat } from '../../tools/stack/prerequisites.mjs';

/** A terminal into which the test types, with nothing of this project in its environment. */
class Terminal {
  private output = '';
  private readonly shell: ChildProcess;
  private typed = 0;

  /** @param home the home folder of the person who types; default: the one of this machine */
  constructor(folder: string, home = process.env['HOME']) {
    const { PATH, JAVA_HOME, KAFKA_JARS, REDIS_SERVER } = process.env;
    this.shell = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env: { PATH, HOME: home, JAVA_HOME, KAFKA_JARS, REDIS_SERVER },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.shell.stdout, this.shell.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    // Each job gets its own process group, as in a terminal.
    this.shell.stdin?.write('set -m\n');
  }

  /** Types a line that stays in the foreground, and waits for these words in its output. */
  async stay(line: string, words: RegExp): Promise<void> {
    this.shell.stdin?.write(`${line}\n`);
    await until(`${line} to say ${String(words)}`, () => words.test(this.output));
  }

  /** Types a line and waits for its end. */
  async type(line: string): Promise<{ line: string; code: number; output: string }> {
    this.typed += 1;
    const from = this.output.length;
    const end = new RegExp(`end-${this.typed}=(\\d+)\\n`);
    this.shell.stdin?.write(`${line}\necho "end-${this.typed}=$?"\n`);
    const code = await until(`the end of ${line}`, () => end.exec(this.output.slice(from))?.[1]);
    return { line, code: Number(code), output: this.output.slice(from).replace(end, '') };
  }

  /** Ends the shell and everything started in it. */
  async close(signal: NodeJS.Signals): Promise<void> {
    for (const pid of descendantsOf(this.shell.pid as number)) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has already ended by itself.
      }
    }
    this.shell.stdin?.end();
    if (this.shell.exitCode === null) await once(this.shell, 'exit');
  }
}

function descendantsOf(ancestor: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    table.filter(([, ppid]) => ppid === parent).flatMap(([pid]) => [pid, ...below(pid)]);
  return below(ancestor);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The lines in the shell blocks of a chapter, block by block, without comments. */
function linesOf(page: string, chapter: string): string[][] {
  const [, text = ''] = page.split(`\n## ${chapter}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.replace(/ +#.*$/, '')),
  );
}

/** The members that the contract lists for the answer to a request. */
function membersOf(contract: string, request: string): string[] {
  const row = contract.split('\n').find((line) => line.startsWith(`| \`GET ${request}\``)) ?? '';
  return [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name as string);
}

describe('the page that runs it by hand, typed line by line in an empty clone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-readme-'));
  const clone = join(folder, 'clone');
  let first: Terminal;
  let second: Terminal;
  let page: string;
  let ledgerPort: number;
  let signsPort: number;

  beforeAll(async () => {
    await findKcat();
    execFileSync('git', ['clone', '--quiet', '--local', '.', clone]);
    // Installing and building have their own tests: a build that is up to date here counts as up to
    // date there too, because it compares the times of the sources.
    symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
    if (existsSync('dist')) {
      const sources = execFileSync('git', ['ls-files', 'apps', 'libs', '*.json'], {
        encoding: 'utf8',
      });
      execFileSync('cp', ['-p', '--parents', ...sources.trim().split('\n'), clone]);
      execFileSync('cp', ['-a', 'dist', clone]);
    }
    page = readFileSync(join(clone, 'deploy/README.md'), 'utf8');
    [ledgerPort, signsPort] = [await freePort(), await freePort()];
    first = new Terminal(clone);
    // Their key belongs in their home folder.
    second = new Terminal(clone, folder);
  });
  afterAll(async () => {
    await second.close('SIGTERM');
    await first.close('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Changes only the two ports of the line, which others may use on this machine. */
  const onOwnPorts = (line: string): string =>
    line
      .replace(/^(?=npm run start:jackpot)/, `PORT=${ledgerPort} `)
      .replace(/^(?=npm run start:signs)/, `PORT=${signsPort} `)
      .replace(/^(?=npm run start:pit)/, `JACKPOT_URL=http://127.0.0.1:${ledgerPort} `)
      .replace('localhost:3000', `localhost:${ledgerPort}`)
      .replace('localhost:3001', `localhost:${signsPort}`);

  async function typeAll(lines: readonly string[]): Promise<Map<string, string>> {
    const outputs = new Map<string, string>();
    for (const line of lines) {
      const { code, output } = await second.type(onOwnPorts(line));
      // A stream ends only when its time limit does.
      const expected = line.includes('--max-time') ? 28 : 0;
      expect({ line, code, output }).toEqual({ line, code: expected, output });
      outputs.set(line, output);
    }
    return outputs;
  }

  it('starts Kafka and Redis in the first terminal', async () => {
    const [[line = '', ...more] = []] = linesOf(page, 'Run it');
    expect(more).toEqual([]);
    await first.stay(line, /^Kafka and Redis run until Ctrl-C/m);
    const variables = readFileSync(join(clone, 'stack.env'), 'utf8');
    expect(variables).toMatch(/^export KAFKA_BROKERS='\S+'\nexport REDIS_URL='redis:\S+'\n$/);
  });

  it('brings the services up, configures jackpots and plays in the second', async () => {
    const [, lines = []] = linesOf(page, 'Run it');
    const outputs = await typeAll(lines);
    const outputOf = (words: string) =>
      [...outputs].find(([line]) => line.includes(words))?.[1] ?? '';
    expect(outputOf('health/ready')).toContain('"status":"ok"');
    expect(outputOf('odds')).toMatch(/return to players +MOP 1,000,000\.00, 77\.45 %/);
    expect(outputOf('apply')).toMatch(/^fortune-main: applied/m);
    expect(outputOf('status')).toMatch(/^fortune-main +MOP 1,000,000\.00 /m);
    expect(outputOf('start:pit')).toContain('"rounds":20,');
    expect(outputOf('awards')).toMatch(/^time +award/m);
  });

  it('publishes a bet, and the API and the stream show it', async () => {
    const [lines = []] = linesOf(page, 'Publish a bet');
    const outputs = [...(await typeAll(lines)).values()];
    expect(outputs[1]).toContain('"id":"fortune-main"');
    expect(outputs[2]).toMatch(/^id: fortune-main=\d+\ndata: \{"jackpot":"fortune-main"/m);
    expect(outputs[3]).toContain('"round":"184467"');
  });

  it('sends it over HTTP, and hears what became of it', async () => {
    const [, lines = []] = linesOf(page, 'Publish a bet');
    const port = await freePort();
    const outputs = [
      ...(
        await typeAll([
          'export TABLE_TOKEN=0123456789abcdef',
          'echo "F3-07 $(printf %s "$TABLE_TOKEN" | sha256sum | cut -d" " -f1)" > tables.tokens',
          `PORT=${port} TABLES_TOKENS=tables.tokens npm run start:tables > tables.log &`,
          `export TABLES_URL=http://localhost:${port}`,
          'curl -s --retry 60 --retry-delay 1 --retry-connrefused "$TABLES_URL/health/ready"',
          lines.join('\n'),
          'kill %3',
        ])
      ).values(),
    ];
    // By kcat it had arrived already.
    const heard = outputs.at(-2);
    expect(heard).toMatch(/"outcome":"applied","repeated":true/);
    expect(heard).toMatch(/"table":"F3-07"/);
    expect(heard).toMatch(/^event: state\nid: \d+\ndata: /m);
  });

  it('steers it from the shell', async () => {
    const [lines = []] = linesOf(page, 'Steer it');
    const outputs = [...(await typeAll(lines)).values()];
    for (const output of outputs.slice(0, 2)) expect(output).toContain('fortune-main: applied');
    expect(outputs[2]).toContain('Nothing was sent. Add --yes to do it.');
    expect(outputs[3]).toMatch(/^184467 +open /m);
  });

  it('verifies and pays a win that waits, as three people', async () => {
    const [, lines = []] = linesOf(page, 'Steer it');
    const grant =
      '--table F3-07 --round 1 --hand 3:full-house:30000.00 --amount-differs ruling --cause ruling';
    const words = `${grant} --despite test --reason test --yes`;
    await typeAll([`npm run jackpot -- grant fortune-main ${words}`]);
    const { output } = await second.type('npm run -s jackpot -- claims fortune-main --json');
    const { claims } = JSON.parse(output.slice(output.indexOf('{'))) as {
      claims: { id: string; offset: number }[];
    };
    const { id = '', offset = 0 } = claims.find((each) => each.id.includes('/F3-07/1/')) ?? {};
    const own = lines.map((line) => line.replace('90310', String(offset)));
    const outputs: string[] = [];
    let proposal = '';
    for (const line of own) {
      const { output: said } = await second.type(line.replace('90322', proposal));
      [, proposal = proposal] = /^(\d+) +award\.verified/m.exec(said) ?? [];
      outputs.push(said);
    }
    expect(outputs[0]).toContain(id);
    expect(outputs[4]).toContain('award.verified is done');
    expect(outputs[5]).toContain('MOP 30,000.00');
    expect(outputs[7]).toContain('verified -> paid');
    expect(outputs[8]).toMatch(/closed up to: no day yet -> .*\n[^]*: applied/);
    // The statement may not be on its topic yet; then the answer says so.
    expect(outputs[9]).toMatch(/Gaming day|ask again/);
  });

  it('answers with the members that the contract lists', async () => {
    const contract = readFileSync(join(clone, 'libs/contract/README.md'), 'utf8');
    for (const [port, request] of [
      [ledgerPort, '/v1/jackpots/:id'],
      [ledgerPort, '/v1/jackpots/:id/tables/:table'],
      [signsPort, '/signs/:jackpot/about'],
    ] as const) {
      const path = request.replace(/:id|:jackpot/, 'fortune-main').replace(':table', 'F3-07');
      const answer = (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as object;
      expect([request, ...Object.keys(answer)]).toEqual([request, ...membersOf(contract, request)]);
    }
  });

  it('stops the services by kill %1 %2', async () => {
    expect(page).toContain('`kill %1 %2` stops the services');
    expect((await second.type('kill %1 %2; wait')).output).not.toContain('no such job');
    await expect(fetch(`http://127.0.0.1:${ledgerPort}/health/live`)).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${signsPort}/health/live`)).rejects.toThrow();
  });
});
