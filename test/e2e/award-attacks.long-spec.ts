import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signRecord, type AwardMessage, type ShownValue } from '#contract';
import type { OutgoingMessage } from '#log';
import type { Role } from '#pools';
import { jackpot } from '#testing/jackpot';
import { keyFileOf, newKey, signingKey, testLedger, type TestKey } from '#testing/test-keys';
import { getJson, TestStack, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';

/**
 * Tries of dishonest and careless people on an award; each figure comes from contract 4.8 alone.
 */
describe('an award under attack', () => {
  const stack = new TestStack();
  const people: Record<string, { key: TestKey; holder: string; roles: Role[] }> = {
    alice: { key: newKey('alice'), holder: 'Alice', roles: ['operate', 'adjust'] },
    'alice-2': { key: newKey('alice-2'), holder: 'Alice', roles: ['approve', 'adjust'] },
    bob: { key: newKey('bob'), holder: 'Bob', roles: ['approve', 'surveil'] },
    cash: { key: newKey('cash'), holder: 'Cash', roles: ['pay'] },
    'cash-2': { key: newKey('cash-2'), holder: 'Cash-2', roles: ['pay'] },
  };
  const evidence = { deck: 'counted' };
  const tables = new Map<string, Table>();
  let service: Awaited<ReturnType<TestStack['startJackpot']>>;
  let signs: string;

  beforeAll(async () => {
    service = await stack.startJackpot();
    signs = (await stack.startSigns()).url;
    for (const { key } of Object.values(people)) {
      writeFileSync(keyFile(key.kid), keyFileOf(key), { mode: 0o600 });
    }
    const keys = Object.values(people).map(({ key, ...rest }) => signingKey(key, rest));
    await stack.setKeys(service.url, keys);
  });
  afterAll(() => stack.close());

  const keyFile = (kid: string): string => join(stack.folder, `${kid}.jwk`);

  function table(id: string, name: string): Table {
    const key = `${id}/${name}`;
    const found = tables.get(key) ?? new Table(stack.prefix, id, name);
    tables.set(key, found);
    return found;
  }

  function by(kid: string, type: string, id: string, data: object): OutgoingMessage {
    const message = stack.operator.command(type, id, data);
    const { key } = people[kid] as { key: TestKey };
    const signature = signRecord(testLedger, message.value as Buffer, kid, key.privateKey);
    return { ...message, headers: { signature } };
  }

  /**
   * Sends records of one jackpot and checks which are refused, by place, as in { 1: 'award-state'
   * }.
   */
  async function send(records: OutgoingMessage[], reasons: Record<number, string> = {}) {
    const [{ partition = 0, baseOffset = 0 } = {}] = await stack.producer.send(records);
    for (const [place, reason] of Object.entries(reasons)) {
      expected.push(`${partition}/${baseOffset + Number(place)}/${reason}`);
    }
    await until('the records to be applied', async () => {
      const found = await health(partition);
      return found && Number(found.position) >= baseOffset + records.length;
    });
    return baseOffset;
  }

  const health = async (partition: number) => {
    const { partitions } = await getJson<PartitionHealth>(`${service.url}/health/partitions`);
    return partitions.find((each) => each.partition === partition);
  };

  const expected: string[] = [];
  const api = <T>(path: string): Promise<T> => getJson<T>(`${service.url}/v1/jackpots/${path}`);
  const awards = async (id: string) =>
    (await api<{ awards: AwardMessage[] }>(`${id}/awards`)).awards;
  const newest = async (id: string) => (await awards(id))[0] as AwardMessage;

  /** Pool, reserve, house, players and held, in major units. */
  async function accounts(id: string): Promise<number[]> {
    const { accounts: read } = await api<{ accounts: Record<string, string> }>(id);
    return ['pool', 'reserve', 'house', 'players', 'held'].map((each) => Number(read[each]) / 1e6);
  }

  const verify = (id: string, award: string, seats: number[]) =>
    by('alice', 'award.verified', id, { award, seats, evidence });
  const pay = (kid: string, id: string, award: string, [seat, slip, amount]: number[]) =>
    by(kid, 'award.paid', id, { award, seat, slip, amount, method: 'cash' });
  const reverse = (id: string, award: string) =>
    by('alice', 'award.reversed', id, { award, cause: 'false-claim', reason: 'tape 7' });
  const grant = (id: string, round: string, amount: number, fromPool = 0) => {
    const payouts = [{ seat: 1, hand: 'straight-flush', amount, fromPool }];
    const data = { table: 'T1', round, payouts, cause: 'missed-win', reason: 'file 7' };
    return by('alice', 'award.granted', id, data);
  };

  async function types(kid: string, ...args: string[]): Promise<string> {
    return (await stack.run(args, { COMMAND_KEY: keyFile(kid) })).output;
  }

  it('is taken back by two people, and leaves the accounts of a log without it', async () => {
    const approvals = { 'award.reversed': [{ from: 0, by: ['approve' as const] }] };
    const royal = { fixed: 50_000_000, share: 10_000 as const };
    const prizes = { ...jackpot('case').prizes, 'royal-flush': royal };
    const changes = { seed: 100_000_000, prizes, verifyAbove: 1_000_000, approvals };
    await stack.configure(service.url, jackpot('case', changes));
    const [t1, t2] = [table('case', 'T1'), table('case', 'T2')];
    const bets = (each: Table, round: string, count: number) =>
      Array.from({ length: count }, (_, seat) => each.bet(round, seat + 1));
    const full = Array.from({ length: 14 }, (_, n) => [...bets(t1, `${n}`, 7), t1.settle(`${n}`)]);
    await send([...full.flat(), t1.bet('a', 3), t1.bet('a', 4)]);
    expect(await accounts('case')).toEqual([1_003_500, 250, -998_750, -5_000, 0]);
    await send([t1.settle('a', [3, 'royal-flush'])]);
    expect(await accounts('case')).toEqual([1_000_000, 0, -1_998_500, -5_000, 1_003_500]);
    await send([...bets(t2, 'b', 7), t2.settle('b'), ...bets(t2, 'c', 3)]);
    expect(await accounts('case')).toEqual([1_000_350, 25, -1_998_375, -5_500, 1_003_500]);

    const { id } = await newest('case');
    const act = { type: 'award.reversed', data: { award: id, cause: 'misread', reason: 'tape 7' } };
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const early = pay('cash', 'case', id, [3, 1, 100_350_000]);
    await send([early, reverse('case', id)], { 0: 'award-state', 1: 'needs-approval' });
    const proposal = await send([by('alice', 'act.proposed', 'case', { act, expires, note: 'n' })]);
    const approve = (kid: string) => by(kid, 'act.approved', 'case', { proposal, act });
    await send([approve('alice-2'), approve('cash')], { 0: 'same-person', 1: 'not-permitted' });
    await send([approve('bob'), approve('bob')], { 1: 'unknown-proposal' });
    expect(await accounts('case')).toEqual([1_003_850, 275, -998_625, -5_500, 0]);

    await send([t1.bet('d', 5), t1.settle('d', [5, 'royal-flush'])]);
    const next = await newest('case');
    const twice = ['cash', 'cash-2'].map((kid) => pay(kid, 'case', next.id, [5, 1, 100_388_500]));
    await send([verify('case', next.id, [5]), ...twice], { 2: 'award-state' });
    expect(await accounts('case')).toMatchObject([1_000_000, 0, expect.any(Number), 998_335, 0]);
  });

  it('is locked from the amount on, to the minor unit, also with cards that nobody has signed', async () => {
    const changes = { verifyAbove: 5_000, verifyAboveWithCards: 7_500 };
    await stack.configure(service.url, jackpot('edge', changes));
    const t = table('edge', 'T1');
    const shown = (round: string, count: number) => {
      const cards = [
        ['As', '9s', 'Qs'],
        ['2s', '4s', '6s'],
        ['3s', '5s', '7s'],
      ].slice(0, count);
      const hands = cards.map((each, seat) => ({ seat: seat + 1, cards: each }));
      const wins = hands.map(({ seat }) => ({ seat, hand: 'flush' }));
      return t.event('round.settled', { round, wins, hands, community: ['Js', 'Ts'] });
    };
    const states: string[] = [];
    for (const [round, count, cards] of [
      ['1', 1, 0],
      ['2', 2, 0],
      ['3', 2, 1],
      ['4', 3, 1],
    ] as const) {
      // prettier-ignore
      const seats = [1, 2, 3].slice(0, count);
      const wins = seats.map((seat) => [seat, 'flush'] as [number, string]);
      await send(seats.map((seat) => t.bet(round, seat)));
      await send([cards ? shown(round, count) : t.settle(round, ...wins)]);
      states.push(...(await newest('edge')).states.map(({ state }) => `${round}: ${state}`));
    }
    const of = (round: string, count: number, state: string) =>
      Array.from({ length: count }, () => `${round}: ${state}`);
    expect(states).toEqual([
      ...of('1', 1, 'awarded'),
      ...of('2', 2, 'locked'),
      ...of('3', 2, 'locked'),
      ...of('4', 3, 'locked'),
    ]);
  });

  it('says the same at every address after each act, over a restart of the service', async () => {
    await stack.configure(service.url, jackpot('same', { verifyAbove: 50_000 }));
    const t = table('same', 'T1');
    const sign = await Sign.open(`${signs}/v1/pools/stream?jackpot=same`);
    await send([t.bet('1', 1), t.bet('1', 3), t.settle('1', [1, 'straight-flush'], [3, 'flush'])]);
    const { id } = await newest('same');
    const agree = async (one: string, three: string): Promise<void> => {
      const open = [one, three].filter((state) => state === 'locked' || state === 'verified');
      const all = [one, three];
      await until(`${all.join(' and ')} everywhere`, async () => {
        const said = (await stack.outputs<AwardMessage>('awards')).filter(
          ({ message }) => message.id === id,
        );
        const claims = (await api<{ claims: AwardMessage[] }>('same/claims')).claims;
        const value = sign.messages.at(-1) as ShownValue;
        const winners = value.pending.flatMap((each) => each.winners.map(({ state }) => state));
        const seen = [await newest('same'), said.at(-1)?.message];
        return (
          seen.every((each) => String(each?.states.map(({ state }) => state)) === String(all)) &&
          claims.length === Math.min(1, open.length) &&
          String(winners) === String(open) &&
          value.value === (await api<{ value: number }>('same')).value
        );
      });
    };
    await agree('locked', 'locked');
    await send([verify('same', id, [3, 2])], { 0: 'unknown-award' });
    await send([verify('same', id, [3]), verify('same', id, [1, 3])], { 1: 'award-state' });
    await agree('locked', 'verified');
    await service.child.stop();
    await stack.producer.send([pay('cash', 'same', id, [3, 1, 2_500])]);
    service = await stack.startJackpot();
    await agree('locked', 'paid');
    await send([reverse('same', id), verify('same', id, [1])], { 0: 'award-final' });
    await agree('verified', 'paid');
    expect((await newest('same')).states.map(({ slip }) => slip)).toEqual([2, 1]);
    const hits = () =>
      sign.messages.flatMap(({ hit }) => (hit ? [[hit.state, hit.winners.length]] : []));
    // A value may arrive before the hit that caused it.
    await until('the last hit', () => hits().length >= 3);
    expect(hits()).toEqual([
      ['locked', 2],
      ['verified', 1],
      ['verified', 1],
    ]);
    expect(await accounts('same')).toEqual([9_063, 5, -10_000, -75, 1_007]);
    sign.close();
  });

  it('each of these acts was refused for its reason, and nothing else was', async () => {
    const count = async (): Promise<boolean> =>
      (await stack.outputs('exceptions')).length >= expected.length;
    await until('the refusals', count);
    const sent = (await stack.outputs('exceptions')).map(({ id }) => id);
    expect(sent.sort()).toEqual(expected.sort());
    expect(await types('alice', 'verify')).toContain('The ledger agrees with the log');
  });

  it('that nobody has verified is never the last win of a sign', async () => {
    await stack.configure(
      service.url,
      jackpot('last', { verifyAbove: 50_000, unclaimedAfterHours: 0 }),
    );
    const t = table('last', 'T1');
    await send([t.bet('1', 1), t.settle('1', [1, 'royal-flush'])]);
    const { id } = await newest('last');
    await send([by('alice', 'award.expired', 'last', { award: id, seat: 1, reason: 'nobody' })]);
    expect((await newest('last')).states).toMatchObject([{ state: 'expired' }]);
    await send([t.bet('2', 1), t.settle('2', [1, 'flush'])]);
    await send([reverse('last', (await newest('last')).id)]);
    const values = await stack.outputs<ShownValue>('pool-values');
    expect(values.filter(({ message }) => message.last?.award === id)).toEqual([]);
  });

  it('that was granted is explained with the bets of its round', async () => {
    await send([grant('last', '2', 100)]);
    expect(await types('alice', 'explain', (await newest('last')).id)).not.toContain('(no seat)');
  });

  it('beyond the range of the ledger does not stop the rounds after it', async () => {
    await stack.configure(service.url, jackpot('range'));
    const t = table('range', 'T1');
    await send([t.bet('1', 1)]);
    const all = Array.from({ length: 461 }, (_, n) => grant('range', `${n}`, 1_000_000_000_000));
    await send([...all, grant('range', 'rest', 168_600_843_000)]);
    const [{ partition = 0 } = {}] = await stack.producer.send([t.settle('1', [1, 'flush'])]);
    await until('the round to be applied or not', async () => {
      const found = await health(partition);
      return (
        found?.state === 'halted' || (found?.lag === 0 && (await newest('range')).round === '1')
      );
    });
    expect(await health(partition)).toMatchObject({ state: 'open' });
  });
});
