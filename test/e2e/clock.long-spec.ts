import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

const minuteMs = 60_000;
/** Longer than two sessions of a member of the group: 6 s each. */
const watchForMs = 15_000;

const openOf = async (url: string): Promise<number> => {
  const { partitions } = await getJson<{ partitions: { state: string }[] }>(
    `${url}/health/partitions`,
  );
  return partitions.filter(({ state }) => state === 'open').length;
};

/** The members of the group of the ledger service, as the broker has them. */
async function membersOf({ kafka, env }: TestStack): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([env['KAFKA_GROUP_ID'] as string]);
  await admin.disconnect();
  return groups[0]?.members.length ?? 0;
}

/** Lines that say that a member was lost, or a connection given up. */
const trouble = /"event":"(group-joined|partition-reopened|peer-silent|consumer-crashed)"/g;

test.each([-50, 50])(
  'a clock that is moved by %i minutes costs no instance its partitions, and bets are applied',
  async (minutes) => {
    const stack = new TestStack();
    const file = join(stack.folder, 'clock');
    const own = {
      NODE_OPTIONS: `--import=${resolve('test/support/moved-clock.mjs')}`,
      CLOCK_FILE: file,
    };
    const first = await stack.startJackpot(own);
    await stack.configure(first.url, jackpot('main'));
    const second = stack.start('apps/jackpot', [], own);
    const urls = [first.url, await second.url()];
    await until('both to have partitions', async () => {
      const open = await Promise.all(urls.map(openOf));
      return open.every((each) => each > 0) && open[0]! + open[1]! === 12;
    });
    const lines = () => [first.child, second].map(({ output }) => output.match(trouble)?.length);
    const before = lines();

    writeFileSync(file, String(minutes * minuteMs));
    for (const child of [first.child, second]) child.signal('SIGUSR2');
    const table = new Table(stack.prefix, 'main', 'T1');
    const begunAtMs = performance.now();
    for (let seat = 1; performance.now() - begunAtMs < watchForMs; seat += 1) {
      await stack.send([table.bet(String(seat), 1)]);
      await until('the bet', async () => {
        const { value } = await getJson<{ value: number }>(`${first.url}/v1/jackpots/main`);
        return value === 1_000_000 + seat * 3_500;
      });
      await sleep(1_000);
    }
    // The broker removes a member without heartbeats, and the member does not notice.
    expect(await membersOf(stack)).toBe(2);
    expect(lines()).toEqual(before);
    expect((await Promise.all(urls.map(openOf))).every((each) => each > 0)).toBe(true);
    expect(await first.child.stop()).toBe(0);
    const [, stopped = ''] = /"time":"([^"]+)"[^\n]*"stopping"/.exec(first.child.output) ?? [];
    const movedMs = Date.parse(stopped) - Date.now();
    expect(Math.round(movedMs / minuteMs)).toBe(minutes);
    await stack.close();
  },
);
