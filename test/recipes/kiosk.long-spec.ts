import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { findChromium } from '#tools/stack/prerequisites.mjs';
import { UserError, guard } from '#tools/process/process.mjs';
import { jackpot } from '#testing/jackpot';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';

/** The recipe for a small board (deploy/signs): its unit, and a Chromium without a screen. */

const listener = `
import socket, sys
link = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
link.bind(sys.argv[1])
while True: print(link.recv(99).decode(), flush=True)
`;

/** A board: kiosk.py with a profile that outlives it, and its messages to systemd. */
class Board {
  /** `READY=1`, `WATCHDOG=1`, … */
  readonly said: string[] = [];
  errors = '';
  private readonly systemd: ChildProcess;
  private kiosk: ChildProcess | undefined;

  constructor(private readonly folder: string) {
    const address = join(folder, 'notify');
    const systemd = spawn('python3', ['-c', listener, address]);
    createInterface(systemd.stdout).on('line', (line) => this.said.push(line));
    this.systemd = systemd;
  }

  /** Waits for the socket of systemd first: kiosk.py ends if nobody listens. */
  async switchOn(url: string): Promise<void> {
    await until('the socket', () => existsSync(join(this.folder, 'notify')));
    const headless = '--headless=new --no-sandbox --disable-gpu';
    this.kiosk = spawn('python3', ['deploy/signs/kiosk.py'], {
      env: {
        PATH: process.env['PATH'],
        HOME: this.folder,
        SIGN_URL: url,
        CHROMIUM_FLAGS: `${headless} --host-resolver-rules="MAP signs.test 127.0.0.1"`,
        STATE_DIRECTORY: join(this.folder, 'profile'),
        NOTIFY_SOCKET: join(this.folder, 'notify'),
      },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const release = guard(this.kiosk.pid as number);
    this.kiosk.once('exit', release);
    this.kiosk.stderr?.on('data', (text: Buffer) => (this.errors += text.toString()));
  }

  /** Waits until it says again that the sign is there. */
  async isWell(limitMs = 120_000): Promise<void> {
    this.said.length = 0;
    await until('WATCHDOG=1', () => this.said.includes('WATCHDOG=1'), limitMs);
  }

  /** Kills kiosk.py and its Chromium without warning, as a power cut does. */
  async cutPower(): Promise<void> {
    const { kiosk } = this;
    if (kiosk?.exitCode !== null || kiosk.signalCode !== null) return;
    for (const pid of this.processes('')) process.kill(pid, 'SIGKILL');
    const ended = once(kiosk, 'exit');
    kiosk.kill('SIGKILL');
    await ended;
  }

  /** The processes of its Chromium with these words in their command. */
  processes(words: string): number[] {
    return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(`--user-data-dir=${this.folder}/`) && line.includes(words))
      .map((line) => parseInt(line, 10));
  }

  async close(): Promise<void> {
    await this.cutPower();
    this.systemd.kill();
  }
}

describe('the unit', () => {
  it('is one that systemd takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    const unit = readFileSync('deploy/signs/kiosk.service', 'utf8');
    const file = join(folder, 'kiosk.service');
    // The page for installers puts the program in a folder that this machine does not have.
    const [command = ''] = /^ExecStart=.*$/m.exec(unit) ?? [];
    expect(command).toBe('ExecStart=/usr/bin/cage -- /opt/jackpot-sign/kiosk.py');
    writeFileSync(file, unit.replace(command, `ExecStart=${resolve('deploy/signs/kiosk.py')}`));
    const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    if (error) return console.warn('NOT CHECKED: systemd-analyze is missing');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

const missing = await findChromium().then(
  () => null,
  (error: unknown) => {
    if (error instanceof UserError) return error.message;
    throw error;
  },
);
if (missing !== null) test(`NOT CHECKED: ${missing}`, () => expect(missing).not.toBe(''));
else {
  describe('a Chromium with the flags of kiosk.py, at a real gateway', () => {
    let stack: TestStack;
    let board: Board;
    let gateway: Awaited<ReturnType<TestStack['startSigns']>>;
    let url: string;

    beforeAll(async () => {
      stack = new TestStack();
      const ledger = await stack.startJackpot();
      await stack.configure(ledger.url, jackpot('main'));
      gateway = await stack.startSigns();
      // Not the machine's own name: the browser would trust that one more.
      url = `http://signs.test:${new URL(gateway.url).port}/signs/main?sign=12`;
      mkdirSync(join(stack.folder, 'board'));
      board = new Board(join(stack.folder, 'board'));
      await board.switchOn(url);
    });
    afterAll(async () => {
      await board.close();
      await stack.close();
    });

    const acknowledged = async (): Promise<number> => {
      const page = await (await fetch(`${gateway.url}/metrics`)).text();
      return Number(/^jackpot_sign_acks_total\{outcome="within"\} (\d+)$/m.exec(page)?.[1]);
    };

    it('shows the sign, and systemd hears of it again and again', async () => {
      await until('READY=1', () => board.said.includes('READY=1'));
      await board.isWell();
      await board.isWell();
      expect(await acknowledged()).toBeGreaterThan(0);
      expect(board.errors).not.toContain('loaded again');
    });

    it('loads a tab that has crashed again, and says nothing to systemd meanwhile', async () => {
      for (const pid of board.processes('--type=renderer')) process.kill(pid, 'SIGKILL');
      board.said.length = 0;
      await until('the line', () => board.errors.includes('was no sign and is loaded again'));
      await board.isWell();
      const before = await acknowledged();
      await until('acknowledgements', async () => (await acknowledged()) > before);
    });

    it('starts without the gateway after a power cut, over plain http too', async () => {
      // The service worker has had time to work: it keeps the page at its first load.
      await board.cutPower();
      await gateway.child.stop();
      await board.switchOn(url);
      await board.isWell(120_000);
    });
  });
}
