import type { Child } from '#testing/child';
import { fortune, jackpot } from '#testing/jackpot';
import { ServerProxy } from '#testing/server-proxy';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { freePort } from '#tools/stack/ports.mjs';
import { ConsoleVisitor } from '../support/console-visitor.js';
import { startProxiedKafka, type ProxiedKafka } from '../support/proxied-kafka.js';

/** The message to a person after a touch with an unknown result. */
describe('the control room never says “nothing was sent” of what may be in the log', () => {
  const stack = new TestStack();
  let service: Child;
  let api: string;
  let floor: ConsoleVisitor;
  let proxy: ServerProxy;

  const suspend = { act: 'suspend', jackpot: 'main', reason: 'a card is missing' };
  const mayBeDone = { status: 503, lead: expect.stringMatching(/^Pode já estar feito/) };
  const send = async (preview: string, signature: string) => {
    const headers = { 'accept-language': 'pt' };
    const { status, body } = await floor.post('/acts/send', { preview, signature }, headers);
    return { status, ...(JSON.parse(body) as { lead?: string; sentence?: string; html?: string }) };
  };

  beforeAll(async () => {
    ({ child: service, url: api } = await stack.startJackpot());
    floor = new ConsoleVisitor('m-silva', `http://localhost:${await freePort()}`);
    await stack.setKeys(api, [floor.key({ holder: 'M.Silva', roles: ['operate', 'adjust'] })]);
    await stack.configure(
      api,
      jackpot('main', { ...fortune, tables: [{ id: 'T1' }, { id: 'T2' }] }),
    );
    const redis = new URL(stack.env['REDIS_URL'] ?? '');
    proxy = new ServerProxy(Number(redis.port));
    redis.port = (await proxy.start()).split(':')[1] ?? '';
    await stack.startConsole(floor.room, { REDIS_URL: String(redis) });
    expect(await floor.signIn()).toMatchObject({ status: 200 });
  });
  afterAll(async () => {
    await stack.close();
    proxy.stop();
  });

  it('a preview that is over: its touch may have come before', async () => {
    const block = { act: 'block', jackpot: 'main', table: 'T1', reason: 'a shoe is changed' };
    const { preview, value } = await floor.preview(block);
    const signature = floor.touch(value);
    expect(await send(preview, signature)).toMatchObject({ status: 200 });
    for (let newer = 0; newer < 5; newer += 1) await floor.preview(suspend);
    const { sentence, ...again } = await send(preview, signature);
    expect(again).toEqual(mayBeDone);
    expect(sentence).not.toContain('Nothing was sent');
  });

  it('what another one has sent is not sent twice: it waits in the log', async () => {
    const block = { act: 'block', jackpot: 'main', table: 'T2', reason: 'a fight' };
    const [one, two] = [await floor.preview(block), await floor.preview(block)];
    service.signal('SIGSTOP');
    const before = await stack.recordsWritten();
    const first = send(one.preview, floor.touch(one.value));
    await until('the record', async () => (await stack.recordsWritten()) > before);
    const second = await send(two.preview, floor.touch(two.value));
    service.signal('SIGCONT');
    expect(second).toMatchObject({
      ...{ status: 409, lead: mayBeDone.lead },
      sentence: expect.stringContaining('already in the log, at offset'),
    });
    expect(await first).toMatchObject({ status: 200 });
    expect(await stack.recordsWritten()).toBe(before + 1);
  });

  it('Redis that is lost once the record is written', async () => {
    const { preview, value } = await floor.preview(suspend);
    const signature = floor.touch(value);
    service.signal('SIGSTOP');
    const before = await stack.recordsWritten();
    const touched = send(preview, signature);
    await until('the record', async () => (await stack.recordsWritten()) > before);
    proxy.stop();
    expect(await touched).toMatchObject(mayBeDone);
    // The page lets them touch again while Redis is still away; the session is read again.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const again = await send(preview, signature);
    expect(again).toMatchObject(mayBeDone);
    expect(again.sentence).not.toContain('Nothing was sent');
    service.signal('SIGCONT');
    await until('the act', async () => {
      const { suspended } = await getJson<{ suspended: object | null }>(`${api}/v1/jackpots/main`);
      return suspended !== null;
    });
  });
});

/** Kafka writes a command, and its answer is lost: the producer writes the command again. */
describe('a command that the log has twice', () => {
  let kafka: ProxiedKafka;
  let stack: TestStack;
  let api: string;
  let floor: ConsoleVisitor;

  const pool = async (): Promise<unknown> =>
    (await getJson<{ accounts: { pool: string } }>(`${api}/v1/jackpots/main`)).accounts.pool;

  beforeAll(async () => {
    kafka = await startProxiedKafka();
    stack = new TestStack({ KAFKA_BROKERS: `127.0.0.1:${kafka.kafka.running.port}` });
    ({ url: api } = await stack.startJackpot());
    floor = new ConsoleVisitor('m-silva', `http://localhost:${await freePort()}`);
    await stack.setKeys(api, [floor.key({ holder: 'M.Silva', roles: ['adjust'] })]);
    await stack.configure(api, jackpot('main', fortune));
    await stack.startConsole(floor.room, { KAFKA_BROKERS: kafka.proxied });
    expect(await floor.signIn()).toMatchObject({ status: 200 });
  });
  afterAll(async () => {
    await stack.close();
    await kafka.kafka.remove();
    kafka.proxy.stop();
  });

  it('is answered as it was judged first: by the control room', async () => {
    const wish = { act: 'adjust', jackpot: 'main', amount: '+1000.00', account: 'pool' };
    const why = { reason: 'a count', isNoAward: 'yes', despite: 'counted twice' };
    const before = await pool();
    const { preview, value } = await floor.preview({ ...wish, ...why });
    kafka.proxy.loseReplyOf('pool.adjusted');
    const { status, body } = await floor.send(preview, floor.touch(value));
    expect(kafka.proxy.lost).toBe(1);
    expect([status, body]).toEqual([200, expect.stringContaining('Done')]);
    expect(BigInt(String(await pool()))).toBe(BigInt(String(before)) + 1_000_000_000n);
  });

  it('is answered as it was judged first: at a shell', async () => {
    const proxied = { KAFKA_BROKERS: kafka.proxied };
    kafka.proxy.loseReplyOf('jackpot.suspended');
    const suspend = ['suspend', 'main', '--reason', 'a card is missing', '--yes'];
    const { code, output } = await stack.run(suspend, proxied);
    expect([code, output]).toEqual([0, expect.stringContaining('main: applied')]);
    expect(output).not.toContain('command-repeated');
    // The second record is a separate command, and changes nothing.
    kafka.proxy.loseReplyOf('jackpot.resumed', 2);
    const resume = ['resume', 'main', '--reason', 'it is found', '--yes'];
    expect(await stack.run(resume, proxied)).toMatchObject({ code: 0 });
    expect(kafka.proxy.lost).toBe(4);
  });
});
