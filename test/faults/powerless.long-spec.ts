import { setTimeout as sleep } from 'node:timers/promises';
import { topicName, type AwardMessage } from '#contract';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';
import { ThreeBrokers } from '../support/three-brokers.js';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'];

/**
 * A broker loses its power: its connections stay open, and it answers neither old nor new ones. It
 * leads a third of the partitions, and may be the coordinator of the group and the controller.
 */
describe('a broker of three that says nothing any more', () => {
  let kafka: ThreeBrokers;
  let stack: TestStack;
  let urls: readonly string[];
  let tables: readonly Table[];
  let round = 0;

  beforeAll(async () => {
    kafka = await ThreeBrokers.open();
    stack = new TestStack({ KAFKA_BROKERS: kafka.addresses });
    const { url } = await stack.startJackpot();
    urls = [url, await stack.start('apps/jackpot').url()];
    for (const id of ids) await stack.configure(url, jackpot(id));
    tables = ids.map((id) => new Table(stack.prefix, id, 'T1'));
  });
  afterAll(async () => {
    await stack.close();
    await kafka.remove();
  });

  /** Each table has a win, and sends it until its brokers accept it. */
  async function winEverywhere(): Promise<void> {
    round += 1;
    const wins = tables.map((table) => {
      const records = [table.bet(`${round}`, 3), table.settle(`${round}`, [3, 'flush'])];
      return until('the win to be taken', () => stack.send(records).then(() => true));
    });
    await Promise.all(wins);
  }

  async function areApplied(): Promise<boolean> {
    for (const id of ids) {
      const { awards } = await getJson<{ awards: readonly AwardMessage[] }>(
        `${urls[0]}/v1/jackpots/${id}/awards`,
      );
      if (awards.length < round) return false;
    }
    return true;
  }

  async function areRelayed(): Promise<boolean> {
    const found = (await stack.outputs<AwardMessage>('awards')).map(({ id }) => id);
    return new Set(found).size === round * ids.length;
  }

  /** @throws Error with the health report of an instance that is not whole */
  async function areWhole(): Promise<true> {
    for (const url of urls) {
      const answer = await fetch(`${url}/health/partitions`);
      if (!answer.ok) throw new Error(await answer.text());
    }
    return true;
  }

  it('is noticed by itself: every bet is applied, and every award is on its topic', async () => {
    for (const broker of kafka.brokers) {
      broker.kill('SIGSTOP');
      await winEverywhere();
      await until('the wins to be applied', areApplied);
      await until('the awards to be on their topic', areRelayed);
      broker.kill('SIGCONT');
      await until('both instances to be whole', areWhole);
      await until('all replicas to be in sync', () => kafka.areInSync());
      await sleep(1_000);
    }
    expect(await stack.cli('verify')).toMatchObject({ code: 0 });
  });

  it('is named while it says nothing', async () => {
    const broker = await kafka.leaderOf(topicName(stack.prefix, 'events'));
    const isNamed = async (url: string): Promise<boolean> => {
      const answer = await fetch(`${url}/health/partitions`);
      const { silent } = (await answer.json()) as { silent: readonly { peer: string }[] };
      return silent.some(({ peer }) => peer === broker.brokers);
    };
    broker.kill('SIGSTOP');
    await until('its name', async () => (await Promise.all(urls.map(isNamed))).some(Boolean));
    const lines = urls.map(async (url) => (await fetch(`${url}/metrics`)).text());
    expect((await Promise.all(lines)).join()).toContain(
      `jackpot_peer_silences_total{peer="${broker.brokers}"} `,
    );
    broker.kill('SIGCONT');
  });
});
