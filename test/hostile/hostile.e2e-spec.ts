import { setTimeout as sleep } from 'node:timers/promises';
import { homePartition, topicName } from '#contract';
import { readWatermarks } from '#log';
import { jackpot } from '#testing/jackpot';
import { testLedger } from '#testing/test-keys';
import { TestStack, getJson, isOk } from '#testing/test-stack';
import { until } from '#testing/until';
import { judgedNow, keptReports } from '../evidence/kept-reports.js';
import { Table } from '../support/table.js';
import { Books, readExceptions } from './books.js';
import { healthyJackpots, wildJackpots, WildKeys } from './events.js';
import { memoryOf, readMetrics, total, type Memory, type Service } from './memory.js';
import { impossibleTimes, WildRecords } from './records.js';
import { attack, slowOnes, streams, whyImproper } from './attack.js';
import { add, countsOf, writeReport, type Course, type HostileRun } from './report.js';
import { healthy, Sender } from './sending.js';

// `npm run hostile` sends over 100,000 in total, takes some minutes, and writes a report.
const hostileRecords = Number(process.env['HOSTILE_RECORDS'] ?? 8_800);
const hostileRequests = Number(process.env['HOSTILE_REQUESTS'] ?? 1_200);
const reportFolder = process.env['HOSTILE_REPORT'];
/** A new seed only for a search for unknown faults. */
const seed = process.env['SEED'] ?? (reportFolder ? String(Date.now() % 1_000_000) : '1');
const sources = judgedNow(keptReports.hostile);
/** Above every step's own limit: Jest does not stop a test after its time limit. */
const limitMs = 120_000 + (hostileRecords + hostileRequests) * 20;
/** The permitted rise of memory from the end of a phase's second third to its end, in MiB. */
const heapMayRise = 8;
const residentMayRise = 96;
const collecting = { NODE_OPTIONS: '--expose-gc --import ./test/hostile/collecting.mjs' };

/**
 * 10,000 hostile records and requests or more: no service ends, nothing false is posted, and memory
 * does not grow.
 */
describe(`hostile input, SEED=${seed}`, () => {
  const stack = new TestStack(collecting);
  const keys = new WildKeys();
  /** The fourth key is revoked before the first record. */
  const inForce = keys.named(['keys-1', 'ops-all', 'ops-view']);
  const books = new Books(testLedger, 2, inForce);
  let api: string;
  let signs: string;
  let services: { ledger: Service; gateway: Service };
  const sender = new Sender(stack.kafka, topicName(stack.prefix, 'events'));
  /** Results of the tests that have passed. */
  const seen: { records?: HostileRun['records']; requests?: HostileRun['requests'] } = {};
  const courses: Course[] = [];

  beforeAll(async () => {
    console.log(`SEED=${seed}`);
    const ledger = await stack.startJackpot();
    const gateway = await stack.startSigns();
    [api, signs, services] = [ledger.url, gateway.url, { ledger, gateway }];
    await stack.setKeys(api, keys.named());
    await stack.send(stack.operator.keys(inForce, 2));
    for (const id of [...healthyJackpots, ...wildJackpots]) await stack.configure(api, jackpot(id));
    await sender.connect();
  });
  afterAll(async () => {
    await sender.close();
    await stack.close();
  });

  it(
    'as records: good ones have their exact effect, bad ones are kept with their reason',
    async () => {
      const wild = new WildRecords(seed, keys);
      const play = goodPlay(stack.prefix);
      const before = await memoryOf(services.ledger);
      const kept: Memory[] = [];
      for (let third = 0; third < 3; third += 1) {
        for (let index = 0; index < hostileRecords / 3; index += 1) {
          await sender.add(wild.next());
          if (index % 20 === 0) for (const good of play.next()) await sender.add(good);
        }
        for (const time of impossibleTimes) await sender.tryAlone(wild.next(), time);
        await sender.flush();
        await untilApplied(stack, api);
        kept.push(await memoryOf(services.ledger));
      }
      console.log(
        `records: ${sender.placed.length}, batches that the broker refused: ${sender.refusedBatches}, memory (MiB): ${JSON.stringify(kept)}`,
      );

      await endWindows(sender);
      await untilApplied(stack, api);
      await untilRelayed(api);
      const found = await readExceptions(stack.kafka, topicName(stack.prefix, 'exceptions'));
      const judged = books.compare(sender.placed, found);
      console.log(`by the judge: ${JSON.stringify(judged.verdicts)}`);
      expect(judged.differences.slice(0, 5)).toEqual([]);

      const metrics = await readMetrics(api);
      // The four configurations at the start are records too, and so are two sets of keys in each
      // partition.
      expect(total(metrics, 'jackpot_events_total')).toBe(sender.placed.length + 4 + 24);
      expect(metrics.get('jackpot_events_total{effect="refused"}')).toBe(judged.refused);
      for (const id of healthyJackpots) {
        const { accounts } = await getJson<{ accounts: object }>(`${api}/v1/jackpots/${id}`);
        expect([id, accounts]).toEqual([id, play.accounts(id)]);
      }
      expect(total(metrics, 'jackpot_accounts_sum_micros')).toBe(0);
      expectFlat(kept);
      const { verdicts, reasons } = judged;
      const impossible = { sent: 3 * impossibleTimes.length, refused: sender.refusedBatches };
      const kinds = countsOf(wild.counts);
      seen.records = { kinds, impossible, good: play.sent(), verdicts, reasons };
      courses.push({ service: 'ledger', phase: 'records', before, after: kept });
    },
    limitMs,
  );

  it(
    'as requests: every answer is a proper one',
    async () => {
      const { awards } = await getJson<{ awards: unknown[] }>(
        `${api}/v1/jackpots/${healthyJackpots[0]}/awards`,
      );
      expect(awards.length).toBeGreaterThan(0);
      const before = {
        ledger: await memoryOf(services.ledger),
        signs: await memoryOf(services.gateway),
      };
      const kept = { ledger: [] as Memory[], signs: [] as Memory[] };
      const [statuses, kinds] = [new Map<string, number>(), new Map<string, number>()];
      const improper: string[] = [];
      for (let third = 0; third < 3; third += 1) {
        const count = Math.ceil(hostileRequests / 3);
        const answers = await attack({ api, signs }, `${seed}/${third}`, count);
        kept.ledger.push(await memoryOf(services.ledger));
        kept.signs.push(await memoryOf(services.gateway));
        for (const { kind, answer } of answers) {
          add(kinds, kind);
          const wrong = whyImproper(answer);
          if (wrong) improper.push(`${wrong}: ${JSON.stringify(answer).slice(0, 2_000)}`);
          add(statuses, String(answer.status ?? answer.end));
        }
      }
      console.log(
        `answers: ${JSON.stringify([...statuses].sort())}, memory (MiB): ${JSON.stringify(kept)}`,
      );
      expect(improper.slice(0, Number(process.env['SHOW'] ?? 5))).toEqual([]);
      await until('all streams to be closed', async () => {
        return total(await readMetrics(signs), 'jackpot_signs_connections') === 0;
      });
      expectFlat(kept.ledger);
      expectFlat(kept.signs);
      seen.requests = {
        kinds: countsOf(kinds),
        answers: countsOf(statuses),
        streams: 3 * streams,
        slow: 3 * slowOnes,
      };
      for (const service of ['ledger', 'signs'] as const) {
        const course = { before: before[service], after: kept[service] };
        courses.push({ service, phase: 'requests', ...course });
      }
    },
    limitMs,
  );

  it('leaves the services as they were: ready, never started again, and verify agrees', async () => {
    for (const url of [api, signs]) expect(await isOk(`${url}/health/ready`)).toBe(true);
    expect(await isOk(`${api}/health/partitions`)).toBe(true);
    for (const { output, exitCode } of [services.ledger.child, services.gateway.child]) {
      expect(exitCode).toBeNull();
      expect(output).not.toMatch(/halted|"level":"(error|fatal)"|opening the partition again/);
    }
    const { code, output } = await stack.cli('verify');
    expect(output).toContain('The ledger agrees with the log');
    expect(code).toBe(0);
    if (reportFolder === undefined) return;
    const { records, requests } = seen;
    if (!records || !requests) throw new Error('There is no report of a failed run.');
    writeReport(reportFolder, { sources, seed, records, requests, memory: courses });
  });
});

function expectFlat([, second, last]: readonly Memory[]): void {
  if (!second || !last) throw new Error('memory was not watched');
  expect(last.heap).toBeGreaterThan(0);
  expect(last.heap - second.heap).toBeLessThan(heapMayRise);
  expect(last.resident - second.resident).toBeLessThan(residentMayRise);
}

/** Plays rounds of three bets with a flush now and then; knows the expected accounts. */
function goodPlay(prefix: string) {
  const tables = healthyJackpots.flatMap((id) =>
    Array.from({ length: 10 }, (_, index) => new Table(prefix, id, `G${index}`)),
  );
  const bets = new Map<string, bigint>();
  const flushes = new Map<string, bigint>();
  let turn = 0;
  const grow = (counts: Map<string, bigint>, id: string, by: bigint) =>
    counts.set(id, (counts.get(id) ?? 0n) + by);
  return {
    next() {
      const table = tables[turn % tables.length] as Table;
      const round = String(turn);
      turn += 1;
      const isWon = turn % 7 === 0;
      grow(bets, table.jackpot, 3n);
      if (isWon) grow(flushes, table.jackpot, 1n);
      return [
        ...[1, 4, 7].map((seat) => table.bet(round, seat)),
        isWon ? table.settle(round, [4, 'flush']) : table.settle(round),
      ].map((message) => healthy(message, homePartition(table.jackpot, 12)));
    },
    /** The number of records sent; a round has four. */
    sent: () => turn * 4,
    /**
     * Micro-units: of each bet of 50.00, 35.00 go to the pool and 2.50 to the reserve; a flush is
     * 25.00.
     */
    accounts(id: string) {
      const [count, won] = [bets.get(id) ?? 0n, flushes.get(id) ?? 0n];
      const amounts = {
        pool: 10_000_000_000n + count * 35_000_000n,
        reserve: count * 2_500_000n,
        house: -10_000_000_000n + count * 12_500_000n - won * 25_000_000n,
        players: -count * 50_000_000n + won * 25_000_000n,
        held: 0n,
      };
      return Object.fromEntries(Object.entries(amounts).map(([name, sum]) => [name, String(sum)]));
    },
  };
}

async function untilApplied(stack: TestStack, api: string): Promise<void> {
  const marks = await readWatermarks(stack.kafka, topicName(stack.prefix, 'events'));
  await until('all records to be applied', async () => {
    const metrics = await readMetrics(api);
    return marks.every(
      ({ high }, each) => metrics.get(`jackpot_partition_position{partition="${each}"}`) === high,
    );
  });
}

/**
 * Ends the windows: the first record of a partition in a later window reports the sum of the
 * earlier one.
 */
async function endWindows(sender: Sender): Promise<void> {
  await sleep(10_500);
  for (let partition = 0; partition < 12; partition += 1) {
    await sender.add({ partition, key: null, value: Buffer.from('x'), headers: {} });
  }
  await sender.flush();
}

async function untilRelayed(api: string): Promise<void> {
  // The service looks at the outbox every five seconds.
  await sleep(5_500);
  await until(
    'the exceptions to be sent',
    async () => total(await readMetrics(api), 'jackpot_outbox_messages') === 0,
  );
}
