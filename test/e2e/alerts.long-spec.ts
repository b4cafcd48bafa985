import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { homePartition } from '#contract';
import { until } from '#testing/until';
import { say } from '../../tools/process/process.mjs';
import { findPrometheus } from '../../tools/stack/prerequisites.mjs';
import { shortenRules } from '../support/shortened-rules.js';
import { Table } from '../support/table.js';
import { WatchedFloor } from '../support/watched-floor.js';

/** Undefined if it is missing and cannot be installed; a printed sentence has said so. */
const prometheus = await findPrometheus().catch((error: Error) => say(error.message) as undefined);
const describeIfThere = prometheus === undefined ? xdescribe : describe;

test('the rules that are tried here are the shipped ones but for their durations', () => {
  const shipped = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
  const timeless = (rules: string): string =>
    JSON.stringify(parse(rules)).replaceAll(/\[\w+\]|"for":"\w+"| \* (1|60|3600)\b/g, '');
  const tried = shortenRules(shipped);
  expect(timeless(tried)).toBe(timeless(shipped));
  expect(tried).toContain('[5000ms]');
});

/**
 * Breaks each thing for real, and checks that a real Prometheus reports it by the shipped rules.
 * One floor is broken part by part, because the parts that still run must stay silent.
 */
describeIfThere('Prometheus', () => {
  let floor: WatchedFloor;

  beforeAll(async () => {
    floor = await WatchedFloor.open();
    await floor.owe();
    floor.play();
  });
  afterAll(() => floor?.close());

  /** Without the award that is owed from the start: on a slow machine it is due early. */
  const firedUnasked = (): string[] =>
    floor.fired().filter((each) => each !== 'JackpotClaimUnpaid jackpot=busy');

  it('says nothing while all is well', async () => {
    const { leaving, stack } = floor;
    await stack.send([leaving.bet('1', 3)]);
    const stop = floor.repeat(1_000, () => stack.send([leaving.event('table.heartbeat', {})]));
    // On a busy machine the start may take longer than the shortened rules allow.
    let quiet = 0;
    const isQuiet = async (): Promise<boolean> => {
      await sleep(1_000);
      await floor.look();
      quiet = firedUnasked().length === 0 ? quiet + 1 : 0;
      return quiet === 5;
    };
    await until('five quiet seconds', isQuiet).finally(stop);
  });

  it('fires for each thing that is broken, and for nothing beside it', async () => {
    const { leaving, stack } = floor;
    // The table begins a round before the last one has a result, and is then silent.
    await stack.send([leaving.event('round.opened', { round: '2' })]);
    floor.signs[0]?.close();
    floor.silence('busy.2');
    await floor.acknowledge('dark.1', 'dark', 1);
    await floor.edit('edited', 'pool', '7000000');
    await floor.edit('halted', 'pool', '7000000');
    await floor.edit('halted', 'house', '-7000000');
    await floor.refuseValues();
    const reason = 'a test';
    const amber = new Table(stack.prefix, 'amber', 'T9');
    const neverSent = {
      ...{ from: 'old', offset: 1, currency: 'MOP', pool: '10000', reserve: '0', reason },
    };
    const dark = new Table(stack.prefix, 'dark', 'T9');
    await stack.send([
      new Table(stack.prefix, 'halted', 'T1').bet('1', 1),
      amber.bet('1', 1),
      amber.settle('1', [1, 'royal-flush']),
      amber.raw('no event'),
      ...[dark.bet('1', 1), dark.bet('1', 2)],
      stack.operator.command('jackpot.suspended', 'dark', { reason }),
      stack.operator.command('day.closed', 'dark', { day: '2026-01-01' }),
      stack.operator.command('transfer.received', 'dark', neverSent),
      stack.operator.command('jackpot.resumed', 'dark', { reason }, 'ops-1:forged'),
    ]);
    const verifying = floor.verify();
    await floor.untilFired(
      'JackpotTableSilent jackpot=busy table=T2',
      'JackpotRoundUnsettled jackpot=busy',
      'JackpotSignMissing jackpot=busy',
      'JackpotSignSilent sign=busy.2',
      'JackpotSignShowsTooMuch sign=dark.1',
      'JackpotAccountsUnbalanced jackpot=edited',
      'JackpotLedgerDiffers jackpot=edited',
      'JackpotLedgerUnproven job=node',
      `JackpotHalted jackpot=halted partition=${homePartition('halted', 12)} reason=ledger-diverged`,
      `JackpotOutboxGrows partition=${homePartition('busy', 12)}`,
      'JackpotRoyalFlush jackpot=amber',
      // The same royal flush, not yet verified.
      'JackpotClaimWaiting jackpot=amber',
      'JackpotExceptions reason=malformed',
      'JackpotCommandRefused reason=bad-signature',
      'JackpotSuspended jackpot=dark',
      'JackpotDayNotClosed jackpot=dark',
      'JackpotTransferNotReceived from=old to=dark',
      'JackpotPoolNearCeiling jackpot=dark',
    );
    expect(await verifying).not.toBe(0);
    const fired = floor.fired();
    const isWell = /jackpot=(west|east|jade)|jackpot=(busy|amber) table=T1|sign=busy.1/;
    expect(fired.filter((each) => isWell.test(each))).toEqual([]);
    const ofOthers = /^JackpotClaim(?!Waiting jackpot=amber|Unpaid jackpot=busy)/;
    expect(fired.filter((each) => ofOthers.test(each))).toEqual([]);
  });

  it('fires for a Redis that answers late', async () => {
    // Two scrapes in a row, a second apart, must see the lag; the uneven interval keeps the pauses
    // from always meeting the scrapes in the same way.
    const stop = floor.repeat(3_300, () => floor.redis.client('PAUSE', 2_000, 'ALL'));
    await floor.untilFired(
      `JackpotLagGrows partition=${homePartition('busy', 12)}`,
      'JackpotSlowCommits',
      'JackpotSignsSlow burn=fast',
      'JackpotSignsSlow burn=slow',
    );
    stop();
    // The last pause ends by itself; until then no command is answered.
    await until('Redis answers', () =>
      floor.redis.ping().then(
        () => true,
        () => false,
      ),
    );
  });

  it('fires for a Redis that may forget, and for one that is gone', async () => {
    const used = /used_memory:(\d+)/.exec(await floor.redis.info('memory'))?.[1];
    await floor.redis.config('SET', 'maxmemory-policy', 'volatile-lru');
    await floor.redis.config('SET', 'maxmemory', Math.round(Number(used) / 0.9));
    await floor.untilFired('JackpotRedisUnsafe', 'JackpotRedisMemory');
    await floor.killRedis();
    await floor.untilFired('JackpotRedisDown', 'JackpotSignsDown');
  });

  // The last alert that the service itself reports: the rules' hour has passed by now.
  it('fires for an award that is verified and not paid, also where Redis is gone', async () => {
    await floor.untilFired('JackpotClaimUnpaid jackpot=busy');
  });

  it('fires for a ledger service that is gone', async () => {
    await floor.killLedger();
    await floor.untilFired('JackpotServiceDown', 'JackpotInstanceDown job=jackpot');
  });

  it('fires for the first of a kind that came while no instance ran', async () => {
    const { stack } = floor;
    const absent = new Table(stack.prefix, 'absent', 'T1');
    const reason = 'a test';
    await stack.send([
      absent.bet('1', 1),
      absent.settle('1', [1, 'royal-flush']),
      absent.bet('1', 2),
      stack.operator.command('jackpot.suspended', 'absent', { reason }, 'ops-1:forged'),
    ]);
    floor.fired();
    await floor.startAgain();
    await floor.untilFired(
      'JackpotRoyalFlush jackpot=absent',
      'JackpotExceptions reason=round-already-settled',
      'JackpotCommandRefused reason=bad-signature',
    );
  });
});
