import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { topicName } from '#contract';
import { readLog, readWatermarks } from '#log';
import { jackpot } from '#testing/jackpot';
import { TestStack, tokenOfTable } from '#testing/test-stack';
import { run } from '../../tools/process/process.mjs';

interface Said {
  readonly what: string;
  readonly round?: string;
  readonly seat?: number;
  readonly outcome?: string;
  readonly sentence?: string;
}

/** The packed client, installed in an empty project, in a controller that loses its power. */
describe('the packed table client', () => {
  const stack = new TestStack();
  const project = join(stack.folder, 'controller');
  let url: string;

  const succeed = async (program: string, ...args: string[]) => {
    const { code, output } = await run(program, args, { cwd: project });
    expect([output, code]).toEqual([output, 0]);
  };

  beforeAll(async () => {
    const ledger = await stack.startJackpot();
    await stack.configure(ledger.url, jackpot('main'));
    ({ url } = await stack.startTables(['T1', 'T2']));
    mkdirSync(project);
    const packer = resolve('tools/pack-client.mjs');
    await succeed(process.execPath, packer, project);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    const packed = `./jackpot-table-client-${version}.tgz`;
    await succeed('npm', 'install', '--offline', '--no-audit', '--no-fund', packed);
    copyFileSync('test/table-client/player.mjs', join(project, 'player.mjs'));
  });
  afterAll(() => stack.close());

  it('has types for who writes TypeScript', async () => {
    const program = `
      import { TableClient, type Judgement } from 'jackpot-table-client';
      export async function play(table: TableClient): Promise<string | undefined> {
        const judged: Judgement = await table.placeBet(
          { round: '1', seat: 1, stake: 5_000, baseBets: ['ante'] });
        // @ts-expect-error A stake is a number.
        void (() => table.placeBet({ round: '1', seat: 1, stake: '5', baseBets: [] }));
        // @ts-expect-error There is no such hand.
        void (() => table.settle({ round: '1', wins: [{ seat: 1, hand: 'pair' }] }));
        return judged.outcome === 'refused' ? judged.say.en : undefined;
      }`;
    writeFileSync(join(project, 'own.ts'), program);
    const types = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
    await succeed(
      process.execPath,
      resolve('node_modules/typescript/bin/tsc'),
      ...options,
      ...types,
      'own.ts',
    );
  });

  it('goes on where a listener throws, whose error is its program’s', async () => {
    const program = `
      import { TableClient } from 'jackpot-table-client';
      const gateway = { url: '${url}', token: '${tokenOfTable('T2')}' };
      const client = await TableClient.open({ jackpot: 'main', table: 'T2', file: 'T2.db', gateway });
      await client.ready();
      process.on('uncaughtException', ({ message }) => console.log(message));
      client.on('refused', () => { throw new Error('my display is broken'); });
      const bet = (seat) => client.send({ type: 'bet.placed',
        data: { round: '1', seat, stake: 5_000, baseBets: ['ante'] } });
      const judged = await Promise.all([bet(1), bet(1), bet(2)]);
      console.log(judged.map(({ outcome }) => outcome).join(' '));
      await client.close();`;
    writeFileSync(join(project, 'listener.mjs'), program);
    const { output } = await run(process.execPath, ['--no-warnings', 'listener.mjs'], {
      cwd: project,
    });
    expect(output).toBe('my display is broken\napplied refused applied\n');
  });

  it('has every event in the log once, whichever write the power cut hits', async () => {
    const said: Said[] = [];
    let starts = 0;
    const play = async (...cut: string[]): Promise<boolean> => {
      starts += 1;
      const args = [url, tokenOfTable('T1'), join(project, 'T1.db'), String(starts), ...cut];
      const program = ['--no-warnings', 'player.mjs', ...args];
      const { output } = await run(process.execPath, program, { cwd: project });
      const lines = output.trimEnd().split('\n').filter(Boolean);
      const own = lines.map((line) => JSON.parse(line) as Said);
      said.push(...own);
      return own.at(-1)?.what === 'done';
    };
    // The remains of a cut are judged at the next start, before that begins its own round.
    for (const moment of ['before', 'after']) {
      for (let write = 1; !(await play(String(write), moment)); write += 1);
    }
    // Each event is two statements and their transaction, and judged events are deleted.
    expect(starts).toBeGreaterThan(40);
    // A stalled machine receives nothing for a moment.
    const troubles = said.filter(({ sentence = '' }) => /Another|written/.test(sentence));
    expect(troubles).toEqual([]);
    expect(said.filter(({ outcome }) => outcome === 'refused')).toEqual([]);

    const events = await eventsOf(stack);
    const texts = new Map<string, Set<string>>();
    for (const { sequence, text } of events) {
      texts.set(sequence, (texts.get(sequence) ?? new Set()).add(text));
    }
    expect([...texts].filter(([, { size }]) => size > 1)).toEqual([]);
    // In order, without gaps.
    const numbers = [...texts.keys()].map(BigInt);
    const [first = 0n] = numbers;
    expect(numbers).toEqual(numbers.map((_, index) => first + BigInt(index)));
    const bets = new Set(events.filter(({ bet }) => bet).map(({ bet }) => bet));
    for (const { what, round, seat } of said) {
      if (what === 'kept') expect(bets).toContain(`${round}/${seat}`);
    }
    const exceptions = await stack.outputs<{ reason: string; source: string }>('exceptions');
    const own = exceptions.filter(({ message }) => message.source === 'T1');
    const reasons = own.map(({ message }) => message.reason);
    expect(reasons.filter((reason) => reason !== 'round-abandoned')).toEqual([]);
    expect((await stack.cli('verify')).code).toBe(0);
  });
});

async function eventsOf(stack: TestStack) {
  const topic = topicName(stack.prefix, 'events');
  const marks = await readWatermarks(stack.kafka, topic);
  const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
  const events: { sequence: string; text: string; bet: string | undefined }[] = [];
  await readLog(stack.kafka, topic, ranges, (_, records) => {
    for (const { value } of records) {
      const text = String(value);
      const event = JSON.parse(text) as {
        source: string;
        sequence: string;
        type: string;
        data: { round: string; seat: number };
      };
      if (event.source !== 'T1') continue;
      const { type, data, sequence } = event;
      const bet = type === 'bet.placed' ? `${data.round}/${data.seat}` : undefined;
      events.push({ sequence, text, bet });
    }
  });
  return events;
}
