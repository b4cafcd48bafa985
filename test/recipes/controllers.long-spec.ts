import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jackpot } from '#testing/jackpot';
import { TestStack, tokenOfTable } from '#testing/test-stack';
import { until } from '#testing/until';

/** The controllers of deploy/tables, each written from the contract alone, on a real gateway. */
const controllers: Readonly<Record<string, readonly string[]>> = {
  'controller.py': ['python3'],
  'controller.ts': [process.execPath, '--no-warnings'],
  'controller.go': ['go', 'run'],
  'Controller.java': ['java'],
};

const hasRuntime = ([program = '']: readonly string[]): boolean =>
  spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0;

class Controller {
  readonly said: string[] = [];
  private readonly program: ChildProcess;

  constructor(command: readonly string[], env: Readonly<Record<string, string>>) {
    const [program = '', ...args] = command;
    // In its own process group: `go run` starts the program, which must be killed with it.
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    this.program = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: [...stdio],
      detached: true,
    });
    const { stdout } = this.program;
    if (stdout) createInterface({ input: stdout }).on('line', (line) => this.said.push(line));
  }

  happen(type: string, data: object): void {
    this.program.stdin?.write(`${JSON.stringify({ type, data })}\n`);
  }

  /** The next line of its output that contains all of these words. */
  async says(...words: string[]): Promise<string> {
    return until(`${words.join(', ')} after ${this.said.join('\n')}`, () => {
      const found = this.said.findIndex((line) => words.every((word) => line.includes(word)));
      return found < 0 ? undefined : this.said.splice(0, found + 1).at(-1);
    });
  }

  async kill(): Promise<void> {
    process.kill(-(this.program.pid as number), 'SIGKILL');
    await once(this.program, 'exit');
  }
}

describe('the controllers of deploy/tables', () => {
  const stack = new TestStack();
  const running: Controller[] = [];

  beforeAll(async () => {
    const ledger = await stack.startJackpot();
    await stack.configure(ledger.url, jackpot('main'));
  });
  afterEach(() => Promise.all(running.splice(0).map((controller) => controller.kill())));
  afterAll(() => stack.close());

  const bet = (round: string, seat: number) =>
    ['bet.placed', { round, seat, stake: 5_000, baseBets: ['ante'] }] as const;

  /** Its word for a bet, once it has received the ledger's answer. */
  async function betOn(controller: Controller, round: string, seat: number): Promise<string> {
    for (;;) {
      controller.happen(...bet(round, seat));
      const said = await controller.says('outcome');
      if (!said.includes('not-heard')) return said;
    }
  }

  function expectRefused(said: string, reason: string, whatToDo: string): void {
    expect(said).toContain(reason);
    expect(said).toContain(whatToDo);
  }

  const runnable = Object.entries(controllers).filter(([, command]) => hasRuntime(command));

  it('run where their runtime is, and at least those of Node and Python are here', () => {
    expect(runnable.map(([name]) => name)).toEqual(
      expect.arrayContaining(['controller.ts', 'controller.py']),
    );
  });

  it.each(runnable)(
    '%s says what the dealer does, and goes on after a power cut',
    async (name, own) => {
      const table = name.replace('.', '-');
      const gateway = await stack.startTables([table]);
      const file = join(stack.folder, `${table}.kept`);
      const command = [...own, join('deploy/tables', name), 'main', table, file];
      const env = { TABLES_URL: gateway.url, TABLE_TOKEN: tokenOfTable(table) };
      const start = (): Controller => {
        running.push(new Controller(command, env));
        return running.at(-1) as Controller;
      };
      const first = start();
      expect(await betOn(first, '1', 1)).toContain('applied');
      expectRefused(await betOn(first, '1', 1), 'seat-taken', 'ask');
      first.happen('round.dealt', { round: '1', seats: [1] });
      await first.says('applied');
      expectRefused(await betOn(first, '1', 2), 'bets-closed', 'give-back');
      await gateway.child.kill();
      first.happen('round.settled', { round: '1', wins: [{ seat: 1, hand: 'flush' }] });
      // It says so once the silence is three seconds old; until then it keeps the bet.
      for (;;) {
        first.happen(...bet('2', 2));
        await new Promise((resolve) => setTimeout(resolve, 200));
        if (first.said.some((line) => line.includes('not-heard'))) break;
      }
      await first.kill();
      running.pop();
      await stack.startTables([table], { PORT: new URL(gateway.url).port });
      const second = start();
      await second.says('applied');
      await stack.cli('suspend', 'main', '--reason', 'a card is missing', '--yes');
      await until('a bet to be refused', async () => {
        second.happen(...bet('3', 1));
        return (await second.says('outcome')).includes('suspended');
      });
      await stack.cli('resume', 'main', '--reason', 'found', '--yes');
      const awards = await stack.outputs<{ table: string }>('awards');
      expect(awards.filter(({ message }) => message.table === table)).toHaveLength(1);
      const exceptions = await stack.outputs<{ source: string; reason: string }>('exceptions');
      const reasons = exceptions
        .filter(({ message }) => message.source === table)
        .map(({ message }) => message.reason);
      for (const wrong of ['sequence-gap', 'sequence-reused', 'sequence-behind', 'malformed']) {
        expect(reasons).not.toContain(wrong);
      }
    },
  );
});
