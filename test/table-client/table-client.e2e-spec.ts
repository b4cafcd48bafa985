import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicName } from '#contract';
import { jackpot } from '#testing/jackpot';
import { keyFileOf, newKey, signingKey } from '#testing/test-keys';
import { ServerProxy } from '#testing/server-proxy';
import { TestStack, tokenOfTable } from '#testing/test-stack';
import { until } from '#testing/until';
import {
  GatewayProblem,
  TableFileUnusable,
  TableClient,
  TableClientClosed,
  TableKey,
} from '#table-client';
import type { Judgement, TableClientOptions } from '#table-client';

/** A controller in Node (libs/table-client) on a real gateway, ledger, Kafka and Redis. */
describe('a table client', () => {
  const stack = new TestStack();
  const open: TableClient[] = [];
  let url: string;
  let ledgerUrl: string;
  let gateway: Awaited<ReturnType<TestStack['startTables']>>;
  const tableKey = newKey('table-s1');

  beforeAll(async () => {
    const ledger = await stack.startJackpot();
    await stack.setKeys(ledger.url, [signingKey(tableKey, { roles: ['table'] })]);
    await stack.configure(ledger.url, jackpot('main', { verifyAbove: 100_000 }));
    const entry = { id: 'S1', kid: tableKey.kid, signs: 'all' } as const;
    await stack.configure(ledger.url, jackpot('signing', { tables: [entry] }));
    gateway = await stack.startTables(['T1', 'T2', 'T3', 'T4', 'T5', 'S1']);
    ({ url } = gateway);
    ledgerUrl = ledger.url;
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()));
  });
  afterAll(() => stack.close());

  const optionsOf = (table: string): TableClientOptions => ({
    ...{ jackpot: 'main', table, file: join(stack.folder, `${table}.db`) },
    gateway: { url, token: tokenOfTable(table) },
  });
  const start = async (table: string, own: Partial<TableClientOptions> = {}) => {
    const client = await TableClient.open({ ...optionsOf(table), ...own });
    open.push(client);
    await client.ready();
    return client;
  };
  const bet = (round: string, seat: number) =>
    ({ round, seat, stake: 5_000, baseBets: ['ante'] }) as const;
  /**
   * Places a bet whatever the client has received: on a machine that stalls for seconds it takes no
   * bets.
   */
  const place = (client: TableClient, round: string, seat: number) =>
    client.send({ type: 'bet.placed', data: bet(round, seat) });
  /** Places a bet by the client's own rule, again if it has just received nothing. */
  const placeByRule = (client: TableClient, round: string, seat: number) =>
    until('the client to hear', async () => {
      const judged = await client.placeBet(bet(round, seat));
      const isUnheard = judged.outcome === 'refused' && judged.reason === 'not-heard';
      return !isUnheard && judged;
    });
  const outcomes = async (...judged: Promise<Judgement>[]) =>
    (await Promise.all(judged)).map(({ outcome }) => outcome);

  it('plays a round, and says of each event what became of it', async () => {
    const client = await start('T1');
    const claims: string[] = [];
    client.on('claim', ({ states }) => claims.push(...states.map(({ state }) => state)));
    expect(
      await outcomes(
        ...[client.openRound('1'), place(client, '1', 1), place(client, '1', 2)],
        ...[client.withdrawBet('1', 2), client.deal('1', [1]), place(client, '1', 3)],
        client.settle({ round: '1', wins: [{ seat: 1, hand: 'royal-flush' }] }),
      ),
    ).toEqual([...Array<string>(5).fill('applied'), 'refused', 'applied']);
    await until('the claim', () => claims.includes('locked'));
    expect((await client.state()).claims).toHaveLength(1);
    expect(
      await outcomes(client.heartbeat({ stakes: 5_000, paid: 0 }), place(client, '2', 1)),
    ).toEqual([...['applied', 'applied']]);
    expect(await outcomes(client.void('2', 'shuffler-fault'))).toEqual(['applied']);
    expect((await client.state()).carried).toMatchObject([{ seat: 1, stake: 5_000 }]);
  });

  it('says what the dealer does with a refused bet', async () => {
    const client = await start('T1');
    const heard: Judgement[] = [];
    client.on('refused', (refusal) => heard.push(refusal));
    await place(client, '3', 2);
    const refused = await place(client, '3', 2);
    expect(refused).toMatchObject({ outcome: 'refused', reason: 'seat-taken', chip: 'ask' });
    expect(heard).toEqual([refused]);
  });

  it('takes no bet while the jackpot is suspended, and says so', async () => {
    const client = await start('T1');
    const said: unknown[] = [];
    client.on('betting', (why) => said.push(why));
    await stack.cli('suspend', 'main', '--reason', 'a card is missing', '--yes');
    await until('it', () => client.whyClosed === 'suspended');
    expect(await placeByRule(client, '4', 1)).toMatchObject({
      ...{ outcome: 'refused', sequence: null, reason: 'suspended', chip: 'give-back' },
    });
    await stack.cli('resume', 'main', '--reason', 'found', '--yes');
    await until('bets', () => client.whyClosed === undefined);
    expect(said).toContain('suspended');
    await until('it to be said', () => said.at(-1) === undefined);
    expect(await placeByRule(client, '4', 1)).toMatchObject({ outcome: 'applied' });
  });

  it('refuses what is wrong by itself, and names it', async () => {
    const client = await start('T1');
    await expect(client.placeBet({ ...bet('5', 1), stake: 50.5 })).rejects.toThrow(
      'bet.placed: stake must be a whole number of minor units, at least 1, was 50.5.',
    );
    await expect(TableClient.open({ ...optionsOf('T9'), table: 'T 9' })).rejects.toThrow(
      'table must be 1 to 64 of A–Z a–z 0–9 . _ -, was "T 9".',
    );
    await expect(TableClient.open(optionsOf('T1'))).rejects.toThrow(
      /T1\.db is not usable for table T1 of main: another process, or a client in this one, /,
    );
    await expect(TableClient.open({ ...optionsOf('T2'), jackpot: 'none' })).rejects.toThrow(
      new GatewayProblem('There is no jackpot none.', 404),
    );
    const { file } = optionsOf('T3');
    await (await start('T3')).close();
    open.pop();
    await expect(TableClient.open({ ...optionsOf('T2'), file })).rejects.toThrow(TableFileUnusable);
  });

  it('keeps what is not judged over a restart, and numbers on after it', async () => {
    const first = await start('T2');
    expect(await outcomes(place(first, '1', 1))).toEqual(['applied']);
    const late = place(first, '1', 2);
    await Promise.all([first.close(), expect(late).rejects.toThrow(TableClientClosed)]);
    open.pop();
    const second = await start('T2');
    const { rounds, sequence } = await second.ready();
    expect(rounds[0]?.bets.map(({ seat }) => seat)).toEqual([1, 2]);
    const judged = await place(second, '1', 3);
    expect(judged).toMatchObject({
      outcome: 'applied',
      sequence: String(BigInt(sequence ?? 0) + 1n),
    });
  });

  it('begins above all that a table has used when its disk is lost', async () => {
    const before = await start('T4');
    await place(before, '1', 1);
    await before.close();
    open.pop();
    const after = await start('T4', { file: join(stack.folder, 'new.db') });
    expect(await outcomes(place(after, '1', 2))).toEqual(['applied']);
    await after.close();
    open.pop();
    // The old disk is found again: its numbers are used up.
    const troubles: (string | undefined)[] = [];
    const old = await TableClient.open(optionsOf('T4'));
    open.push(old);
    old.on('trouble', (sentence) => troubles.push(sentence));
    await until('it to be seen', () => old.whyClosed === 'not-alone');
    expect(await old.placeBet(bet('1', 3))).toMatchObject({
      ...{ outcome: 'refused', sequence: null, reason: 'not-alone', chip: 'give-back' },
    });
    expect(await old.heartbeat()).toMatchObject({ reason: 'sequence-behind' });
    expect(troubles[0]).toMatch(/^Another controller sends as table T4, or .* delete its file\.$/);
  });

  it('says what a seat has won, also where nobody has to verify it', async () => {
    const client = await start('T5');
    const claims: unknown[] = [];
    client.on('claim', ({ payouts, states }) => claims.push([payouts[0]?.amount, states[0]]));
    await outcomes(place(client, '7', 4), client.deal('7', [4]));
    await client.settle({ round: '7', wins: [{ seat: 4, hand: 'flush' }] });
    await until('the award', () => claims.length > 0);
    expect(claims).toEqual([
      [expect.any(Number), { seat: 4, state: 'awarded', slip: null, verified: null }],
    ]);
    // A claim that was made while the table did not receive the ledger is reported later.
    await client.close();
    open.pop();
    const later = await TableClient.open(optionsOf('T5'));
    open.push(later);
    const again: unknown[] = [];
    later.on('claim', ({ states }) => again.push(states[0]?.state));
    const { claims: known, lastAward } = await later.state();
    expect(known).toMatchObject([{ id: lastAward, states: [{ seat: 4, state: 'awarded' }] }]);
    await until('the award again', () => again.length > 0);
  });

  it.each<[string, Partial<TableClientOptions>, RegExp]>([
    ['no file', { file: '' }, /^file must be a path, was ""\.$/],
    ['memory', { file: ':memory:' }, /^file must be a path/],
    ['no address', { gateway: { url: '127.0.0.1:3003', token: 'x' } }, /^gateway\.url must be an/],
    ['no token', { gateway: { url: 'http://a' } as never }, /^gateway\.token must be the token/],
    ['no producer', { kafka: {} as never }, /^kafka must have a producer and a topic\.$/],
    ['no folder', { file: '/none/a.db' }, /there is no folder \/none\.$/],
  ])('names an option that is wrong: %s', async (_, own, sentence) => {
    await expect(TableClient.open({ ...optionsOf('T1'), ...own })).rejects.toThrow(sentence);
  });

  it('says what is no table gateway', async () => {
    const file = join(stack.folder, 'other.db');
    const gatewayOf = (address: string) => ({ url: address, token: tokenOfTable('T1') });
    const opened = TableClient.open({ ...optionsOf('T1'), file, gateway: gatewayOf(ledgerUrl) });
    await expect(opened).rejects.toThrow(/ is no table gateway \(Cannot GET /);
  });

  it('signs each event where the jackpot asks for it', async () => {
    const key = join(stack.folder, 'S1.private.jwk');
    writeFileSync(key, keyFileOf(tableKey));
    const own = { jackpot: 'signing', file: join(stack.folder, 'signing.db') };
    const client = await start('S1', { ...own, key: TableKey.open(key) });
    expect(
      await outcomes(
        ...[place(client, '1', 1), client.deal('1', [1])],
        client.settle({ round: '1', wins: [] }),
      ),
    ).toEqual(['applied', 'applied', 'applied']);
    await client.close();
    open.pop();
    const unsigned = await start('S1', own);
    expect(await place(unsigned, '2', 1)).toMatchObject({ reason: 'unsigned-claim' });
  });

  it('goes by Kafka, and hears by the gateway', async () => {
    const producer = stack.kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    const kafka = { producer, topic: topicName(stack.prefix, 'events') };
    const client = await start('T5', { kafka });
    expect(
      await outcomes(
        ...[place(client, '1', 1), place(client, '1', 1), client.deal('1')],
        client.withdrawBet('1', 1),
      ),
    ).toEqual(['applied', 'refused', 'applied', 'refused']);
    await producer.disconnect();
    // An event that Kafka does not accept goes through the gateway.
    expect(await outcomes(client.settle({ round: '1', wins: [] }))).toEqual(['applied']);
  });

  it('says the truth though answers are lost', async () => {
    const proxy = new ServerProxy(Number(new URL(url).port));
    const address = { url: `http://${await proxy.start()}`, token: tokenOfTable('T2') };
    const client = await start('T2', { gateway: address });
    const judged: string[] = [];
    // A refused bet, sent again after an applied one, gets the same answer as the first time.
    for (const event of [bet('9', 1), bet('9', 1), bet('9', 2)]) {
      proxy.loseReplyOf('POST /v1/events');
      await client
        .send({ type: 'bet.placed', data: event })
        .then(({ outcome }) => judged.push(outcome));
    }
    proxy.stop();
    expect(judged).toEqual(['applied', 'refused', 'applied']);
    expect(proxy.lost).toBe(3);
  });

  it('takes no bet while the gateway is away, and sends the rest when it is back', async () => {
    const client = await start('T3');
    await place(client, '1', 1);
    await gateway.child.kill();
    await until('silence', () => client.whyClosed === 'not-heard');
    expect(await client.placeBet(bet('1', 2))).toMatchObject({ reason: 'not-heard' });
    const dealt = client.deal('1');
    await stack.startTables(['T3'], { PORT: new URL(url).port });
    expect(await dealt).toMatchObject({ outcome: 'applied' });
    expect((await client.ready()).rounds).toMatchObject([{ dealt: true, bets: [{ seat: 1 }] }]);
  });
});
