import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected, dump, freshPrefix, redisAddress } from '#testing/redis';
import { readUsers } from '#testing/redis-users';
import { until } from '#testing/until';
import { startRedis } from '../../../tools/stack/redis.mjs';
import { Ledger } from './ledger.js';
import { openRedis, type RedisConnection } from './redis.js';
import { scriptText } from './script.js';
import { commitFrom, once } from './testing/commits.js';

const kinds = [
  'position',
  'accounts',
  'jackpots',
  'tables',
  'values',
  'meters',
  'pulse',
  'outbox',
  'awards:*',
];

/**
 * A denial in the middle of a commit would leave half of it: so it is found before the first
 * commit.
 */
describe('a permission that the user of REDIS_URL lacks is named before the first commit', () => {
  const prefix = freshPrefix();
  const rules = readUsers(prefix).get('ledger') as string[];
  const connections: RedisConnection[] = [];
  let folder: string;
  let server: Awaited<ReturnType<typeof startRedis>>;
  let admin: RedisConnection;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'probe-'));
    server = await startRedis({ dataDir: folder });
    admin = await connected(server.url);
  });
  afterAll(async () => {
    for (const connection of [...connections, admin]) connection.disconnect();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ledgerOf(user: string, ...own: string[]): Promise<Ledger> {
    await admin.call('ACL', ['SETUSER', user, 'reset', ...rules, '>secret', ...own]);
    const redis = await connected(server.url.replace('//', `//${user}:secret@`));
    connections.push(redis);
    return new Ledger(redis, prefix);
  }

  it('the user of the ACL file has every permission, and the probe changes nothing', async () => {
    const ledger = await ledgerOf('whole');
    expect(await ledger.whyDenied(7)).toBeUndefined();
    expect(await dump(admin, prefix)).toEqual(new Map());
    expect(await ledger.commit(7, commitFrom(0), once)).toMatchObject({ result: 'ok' });
    const before = await dump(admin, prefix);
    expect(await ledger.whyDenied(7)).toBeUndefined();
    expect(await dump(admin, prefix)).toEqual(before);
  });

  const needed = [
    ...['type', 'hget', 'hmget', 'hexists', 'hset', 'hincrby', 'xinfo|stream', 'xadd', 'xrange'],
    ...['xdel', 'zadd', 'zrem', 'spublish'],
  ];
  it.each(needed)('it may not %s', async (command) => {
    const ledger = await ledgerOf('lacking', `-${command}`);
    const name = command.toUpperCase().replace('|', ' ');
    expect(await ledger.whyDenied(7)).toMatch(
      new RegExp(`^The user of REDIS_URL may not ${name} ${prefix.slice(0, -1)}:\\{7\\}:`),
    );
  });

  it.each(kinds)('it may only read the key %s', async (name) => {
    const at = (each: string, sign = '~') => `${sign}${prefix.slice(0, -1)}:{7}:${each}`;
    const others = kinds.filter((each) => each !== name).map((each) => at(each));
    const ledger = await ledgerOf('narrow', 'resetkeys', ...others, at(name, '%R~'));
    expect(await ledger.whyDenied(7)).toContain('run scripts on the keys of partition 7 (NOPERM');
  });

  it.each(['eval', 'evalsha'])('it may not %s', async (command) => {
    await admin.script('FLUSH');
    const ledger = await ledgerOf('scriptless', `-${command}`);
    expect(await ledger.whyDenied(7)).toContain('may not run scripts');
  });

  it('a missing permission to publish is named', async () => {
    const ledger = await ledgerOf('mute', 'resetchannels');
    expect(await ledger.whyDenied(7)).toContain('may not SPUBLISH');
  });

  it('asks for every command of commit.lua, trim.lua and pulse.lua', () => {
    const commandsOf = (script: string, call: RegExp) =>
      new Set([...scriptText(script).matchAll(call)].map(([, name]) => name));
    const scripts = ['commit.lua', 'trim.lua', 'pulse.lua'];
    const used = scripts.flatMap((each) => [...commandsOf(each, /call\('(\w+)'/g)]);
    const asked = commandsOf('probe.lua', /(?:needs\(|\{ )'([A-Z]+)'/g);
    expect(new Set(used).size).toBeGreaterThan(11);
    expect(used.filter((name) => !asked.has(name))).toEqual([]);
  });

  describe('taken away while it runs', () => {
    const writes = ['hset', 'hincrby', 'hdel', 'xadd', 'zadd', 'zrem'];
    const reads = ['type', 'hmget'];

    it.each([...writes, ...reads])('%s: a commit writes nothing and says so', async (command) => {
      const ledger = await ledgerOf('torn');
      const from = (await ledger.load(7)).position;
      const before = await dump(admin, prefix);
      await admin.call('ACL', ['SETUSER', 'torn', `-${command}`]);
      const name = command.toUpperCase();
      const what = writes.includes(command) ? `${name} ${prefix.slice(0, -1)}:{7}:` : 'run scripts';
      expect(await ledger.commit(7, commitFrom(from), once)).toEqual({
        result: 'denied',
        detail: expect.stringContaining(`The user of REDIS_URL may not ${what}`),
      });
      expect(await dump(admin, prefix)).toEqual(before);
      await admin.call('ACL', ['SETUSER', 'torn', `+${command}`]);
      expect(await ledger.commit(7, commitFrom(from), once)).toMatchObject({ result: 'ok' });
    });

    it('what a commit does not use: it is made', async () => {
      const ledger = await ledgerOf('torn');
      const from = (await ledger.load(7)).position;
      await admin.call('ACL', ['SETUSER', 'torn', '-hdel', '-zadd']);
      const commit = commitFrom(from, { claims: [] });
      expect(await ledger.commit(7, commit, once)).toMatchObject({ result: 'ok' });
    });

    it.each([
      ['scripts', '-evalsha'],
      ['its keys', 'resetkeys'],
    ])('%s: a commit writes nothing and says so', async (_, rule) => {
      const ledger = await ledgerOf('torn');
      const from = (await ledger.load(7)).position;
      const before = await dump(admin, prefix);
      await admin.call('ACL', ['SETUSER', 'torn', rule]);
      expect(await ledger.commit(7, commitFrom(from), once)).toEqual({
        result: 'denied',
        detail: expect.stringContaining('may not run scripts on the keys of partition 7'),
      });
      expect(await dump(admin, prefix)).toEqual(before);
    });
  });

  it('a wrong password is named in the log line, without the password', async () => {
    const lines: string[] = [];
    const warn = (_fields: object, line: string) => void lines.push(line);
    const sink = { info: () => undefined, warn };
    await ledgerOf('known');
    const redis = openRedis(redisAddress(server.url.replace('//', '//known:not-it@')));
    connections.push(redis);
    const ledger = new Ledger(redis, prefix, sink);
    await until('its line', async () => {
      await ledger.countPartitions().catch(() => undefined);
      return lines.length > 0;
    });
    expect(lines).toEqual([expect.stringMatching(/^Redis cannot be used \(WRONGPASS.*waiting/)]);
    expect(lines[0]).not.toContain('not-it');
  });
});
