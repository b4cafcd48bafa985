import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ShownValue } from '#contract';
import { jackpot } from '#testing/jackpot';
import type { Child } from '#testing/child';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { startMosquitto } from '../../tools/stack/mosquitto.mjs';
import { Table } from '../support/table.js';

/** The recipe for another technology (deploy/signs/mqtt-sign.py): two gateways and a broker. */

let stack: TestStack;
let broker: Awaited<ReturnType<typeof startMosquitto>>;
let gateways: Child[];
/** The address of one of the gateways. */
let url: string;
let sign: ChildProcess;
let table: Table;
let lines: string[];

beforeAll(async () => {
  stack = new TestStack();
  broker = await startMosquitto({ dataDir: `${stack.folder}/broker` });
  const ledger = await stack.startJackpot();
  await stack.configure(ledger.url, jackpot('main', { verifyAbove: 15_000 }));
  const env = { MQTT_URL: broker.url, MQTT_PREFIX: 'floor' };
  const started = await Promise.all([stack.startSigns(env), stack.startSigns(env)]);
  gateways = started.map(({ child }) => child);
  url = started[0]?.url as string;
  table = new Table(stack.prefix, 'main', 'T1');
  lines = [];
  switchOn();
});
afterAll(async () => {
  await switchOff();
  await stack.close();
  await broker.stop();
});

function switchOn(): void {
  const args = ['deploy/signs/mqtt-sign.py', `127.0.0.1:${broker.port}`, 'floor/main', 'sign-12'];
  const started = spawn('python3', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  createInterface(started.stdout).on('line', (line) => lines.push(line));
  sign = started;
}

async function switchOff(): Promise<void> {
  sign.kill('SIGKILL');
  if (sign.exitCode === null && sign.signalCode === null) await once(sign, 'exit');
}

const prints = (line: string) => {
  const look = () => {
    if (lines.at(-1) === line) return true;
    throw new Error(`printed: ${lines.join('; ')}`);
  };
  return until(line, look);
};
const newest = () =>
  getJson<{ pools: [ShownValue] }>(`${url}/v1/pools`).then(({ pools: [pool] }) => pool);
const won = () => lines.filter((line) => line.startsWith('WON'));

test('a sign by MQTT prints the amount, and the next one after a bet', async () => {
  await prints('MOP 10,000.00');
  await stack.send([table.bet('1', 1)]);
  await prints('MOP 10,035.00');
});

test('it prints a hit once, although two gateways publish it', async () => {
  await stack.send([table.settle('1', [1, 'full-house'])]);
  await until('the hit', () => won().length > 0);
  await stack.send([table.bet('2', 1)]);
  await prints('MOP 10,070.00');
  expect(won()).toEqual(['WON at table T1: seat 1 full-house 5000']);
});

test('a hit that was made while it was away is printed when it is back', async () => {
  await switchOff();
  await stack.send([table.settle('2', [1, 'flush'])]);
  await stack.send([table.bet('3', 1)]);
  lines.length = 0;
  switchOn();
  await until('the hit', () => won().length > 0);
  await prints('MOP 10,105.00');
  expect(won()).toEqual(['WON at table T1: seat 1 flush 2500']);
});

test('an award is printed as pending, as won when it is verified, and as taken back', async () => {
  lines.length = 0;
  await stack.send([table.settle('3', [1, 'four-of-a-kind'])]);
  await prints('MOP 10,105.00 PENDING at table T1: seat 1 four-of-a-kind 15000');
  expect(won()).toEqual([]);
  const { hit, pending } = await newest();
  expect(hit).toBeNull();
  const data = { award: pending[0]?.award, seats: [1], evidence: { deck: 'counted' } };
  await stack.send([stack.operator.command('award.verified', 'main', data)]);
  await until('the hit', () => won().length > 0);
  await prints('MOP 10,105.00');
  expect(won()).toEqual(['WON at table T1: seat 1 four-of-a-kind 15000']);
  const back = { award: pending[0]?.award, cause: 'misread', reason: 'a kicker' };
  await stack.send([stack.operator.command('award.reversed', 'main', back)]);
  await prints('REVERSED at table T1: seat 1 four-of-a-kind 15000');
});

test('without its gateways it marks the amount, and after 10 s shows none', async () => {
  lines.length = 0;
  for (const gateway of gateways) gateway.signal('SIGSTOP');
  await prints('MOP 10,105.00 (delayed)');
  await prints('NOT CONFIRMED');
  expect(lines).toEqual(['MOP 10,105.00 (delayed)', 'NOT CONFIRMED']);
  for (const gateway of gateways) gateway.signal('SIGCONT');
  await prints('MOP 10,105.00');
});
