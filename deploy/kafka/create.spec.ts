import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run } from '#tools/process/process.mjs';
import { topicsToMake } from '../../apps/jackpot/src/ledger/topics.js';
import { kafkaFiles } from './files.js';

test.each([...kafkaFiles()])('%s is what its sources give', (file, text) => {
  // `npm run docs` writes it.
  expect(readFileSync(file, 'utf8')).toBe(text);
});

/** The result of create.sh in a shell; `npm run deploy:check` gives it to Kafka's own tools. */
describe('create.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-create-'));
  const log = join(folder, 'calls');
  for (const tool of ['kafka-topics.sh', 'kafka-acls.sh', 'kafka-configs.sh']) {
    writeFileSync(join(folder, tool), `#!/bin/sh\necho ${tool} "$@" >> ${log}\n`);
    chmodSync(join(folder, tool), 0o755);
  }
  beforeEach(() => writeFileSync(log, ''));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function create(half: string[], own: Record<string, string> = {}) {
    const env = { PATH: `${folder}:/usr/bin:/bin`, KAFKA_BROKERS: 'kafka:9092', ...own };
    const { code, output } = await run('sh', ['deploy/kafka/create.sh', ...half], { env });
    return { code, output, calls: readFileSync(log, 'utf8').trim().split('\n') };
  }

  it('makes the topics that the service would make, safe on three brokers', async () => {
    const { code, calls } = await create(['topics'], { TOPIC_PREFIX: 'test.' });
    const head = 'kafka-topics.sh --bootstrap-server kafka:9092 --create --if-not-exists';
    const expected = topicsToMake('test.').map(({ topic, partitions, config }) => {
      const settings = Object.entries(config).map(([name, value]) => ` --config ${name}=${value}`);
      const safety = '--replication-factor 3 --config min.insync.replicas=2';
      return `${head} --topic ${topic} ${safety} --partitions ${partitions}${settings.join('')}`;
    });
    expect({ code, calls }).toEqual({ code: 0, calls: expected });
  });

  it('asks for one copy of each record in sync where there are fewer brokers', async () => {
    const { calls } = await create(['topics'], { REPLICAS: '1' });
    expect(calls[0]).toContain('--replication-factor 1 --config min.insync.replicas=1');
  });

  it('gives each principal what kafka-acls.yaml says, and the names of the environment', async () => {
    const own = { TOPIC_PREFIX: 'test.', KAFKA_GROUP_ID: 'own-group', COMMAND_CONFIG: 'a.conf' };
    const { code, calls } = await create(['acls'], own);
    const written = parse(readFileSync('deploy/kafka-acls.yaml', 'utf8')) as Record<
      string,
      object[]
    >;
    const entries = Object.values(written).flat();
    expect([code, calls.length]).toEqual([0, entries.length]);
    const head = 'kafka-acls.sh --bootstrap-server kafka:9092 --command-config a.conf --add';
    const rule = (text: string) => `${head} --allow-principal User:${text}`;
    expect(calls).toContain(
      rule('tables --operation Describe --operation Write --topic test.events'),
    );
    expect(calls).toContain(rule('ledger --operation Read --group own-group'));
    expect(calls).toContain(
      rule('ledger --operation Create --topic test. --resource-pattern-type prefixed'),
    );
  });

  it('limits what the table controllers together take of a broker', async () => {
    const { code, calls } = await create(['quotas']);
    expect({ code, calls }).toEqual({
      code: 0,
      calls: [
        'kafka-configs.sh --bootstrap-server kafka:9092 --alter --entity-type users --entity-name tables --add-config producer_byte_rate=1048576,request_percentage=50',
      ],
    });
  });

  it('does all parts by default, and refuses any other', async () => {
    const all = await create([]);
    expect(new Set(all.calls.map((call) => call.split(' ')[0])).size).toBe(3);
    expect(await create(['topic'])).toMatchObject({
      code: 64,
      output: expect.stringContaining('it was topic'),
    });
    expect(await create([], { KAFKA_BROKERS: '' })).toMatchObject({ code: 2 });
  });
});
