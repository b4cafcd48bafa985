import { generateKeyPairSync } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { readLog, readWatermarks } from '#log';
import { fortune, jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { topicName, type AwardMessage } from '#contract';
import { freePort } from '#tools/stack/ports.mjs';
import { ConsoleVisitor } from '../support/console-visitor.js';
import { Table } from '../support/table.js';

/** Answers of the control room to people without the right or without the device. */
describe('the control room refuses', () => {
  const stack = new TestStack();
  const table = new Table(stack.prefix, 'main', 'F3-07');
  let api: string;
  let room: string;
  let floor: ConsoleVisitor;
  let manager: ConsoleVisitor;
  let award: AwardMessage;
  let rounds = 0;

  const claims = async (): Promise<AwardMessage[]> =>
    (await getJson<{ claims: AwardMessage[] }>(`${api}/v1/jackpots/main/claims`)).claims;
  /** The data of the commands of these types in the log. */
  const dataOf = async (...types: string[]): Promise<object[]> => {
    const topic = topicName(stack.prefix, 'events');
    const marks = await readWatermarks(stack.kafka, topic);
    const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
    const found: object[] = [];
    await readLog(stack.kafka, topic, ranges, (_, records) => {
      for (const { value } of records) {
        const event = JSON.parse(String(value)) as { type: string; data: object };
        if (types.includes(event.type)) found.push(event.data);
      }
    });
    return found;
  };
  /** The number of commands of these types in the log. */
  const commandsOf = async (...types: string[]): Promise<number> => (await dataOf(...types)).length;
  const reversal = (reason = 'another hand'): object => {
    return { act: 'reverse', jackpot: 'main', award: award.id, cause: 'misread', reason };
  };

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    room = `http://localhost:${await freePort()}`;
    [floor, manager] = [new ConsoleVisitor('m-silva', room), new ConsoleVisitor('l-ho', room)];
    await stack.setKeys(api, [
      floor.key({ holder: 'M.Silva', roles: ['operate', 'adjust'] }),
      manager.key({ holder: 'L.Ho', roles: ['approve', 'adjust', 'pay'] }),
    ]);
    await stack.configure(api, jackpot('main', { ...fortune, verifyAbove: 1_000_000 }));
    await stack.startConsole(room);
    expect(await floor.signIn()).toMatchObject({ status: 200 });
    expect(await manager.signIn()).toMatchObject({ status: 200 });
  });
  beforeEach(async () => {
    rounds += 1;
    const round = String(rounds);
    await stack.send([table.bet(round, 3), table.settle(round, [3, 'royal-flush'])]);
    award = await until('the award', async () =>
      (await claims()).find((each) => each.round === round),
    );
  });
  afterAll(() => stack.close());

  it('a name in a header, but from the proxy of the house, and then to read alone', async () => {
    const [at, elsewhere] = await Promise.all(
      ['x-remote-user@127.0.0.1', 'x-remote-user@127.0.0.9'].map(async (readers) => {
        const own = { PORT: String(await freePort()), CONSOLE_READERS: readers };
        return stack.start('apps/console', [], own).url();
      }),
    );
    const named = { 'x-remote-user': 'A. <b>Auditor' };
    const asks = async (url: string | undefined, path: string, headers: Record<string, string>) => {
      const response = await fetch(`${url}${path}`, { headers });
      return { status: response.status, text: path === '/live' ? '' : await response.text() };
    };
    await until('the console to be ready', async () => {
      return (await asks(at, '/', named)).status === 200;
    });
    const floorPage = await asks(at, '/', named);
    expect(floorPage.text).toContain('A. &lt;b&gt;Auditor');
    expect((await asks(at, `/claims/main/${award.offset}`, named)).text).not.toContain('data-act');
    for (const [url, headers] of [
      [at, {}],
      [at, { 'x-remote-user': ' ' }],
      [elsewhere, named],
      [elsewhere, { ...named, 'x-forwarded-for': '127.0.0.9' }],
      [room, named],
    ] as const) {
      expect([headers, (await asks(url, '/', headers)).status]).toEqual([headers, 401]);
      expect((await asks(url, '/live', headers)).status).toBe(204);
    }
    const wish = await fetch(`${at}/acts/preview`, {
      method: 'POST',
      headers: { ...named, origin: 'http://localhost:3002', 'content-type': 'application/json' },
      body: JSON.stringify(reversal()),
    });
    expect(wish.status).toBe(401);
  });

  it('who shows no touch of a key in force at the door', async () => {
    const stranger = new ConsoleVisitor('nobody', room);
    expect(await stranger.signIn()).toMatchObject({ status: 401 });
    const other = new ConsoleVisitor('m-silva', room);
    for (const wrong of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { flags: 0x01 },
      { crossOrigin: true },
      { bytes: Buffer.from('something else') },
    ]) {
      expect([wrong, await other.signIn(wrong)]).toMatchObject([wrong, { status: 401 }]);
    }
    expect(await other.get('/')).toMatchObject({ status: 401 });
    expect(await other.post('/acts/preview', reversal())).toMatchObject({ status: 401 });
  });

  it('a touch at the door that somebody sends a second time', async () => {
    const asked = JSON.parse((await floor.post('/sign-in/ask', {})).body) as {
      challenge: string;
      value: string;
    };
    const signature = floor.touch(asked.value);
    const again = new ConsoleVisitor('m-silva', room);
    const entering = { challenge: asked.challenge, signature };
    expect(await again.post('/sign-in', entering)).toMatchObject({ status: 200 });
    expect(await again.post('/sign-in', entering)).toMatchObject({ status: 401 });
  });

  it('who has a session, and not the device', async () => {
    const thief = new ConsoleVisitor('thief', room);
    thief.cookie = floor.cookie;
    expect(await thief.get(`/claims/main/${award.offset}`)).toMatchObject({ status: 200 });
    const { preview, value } = await thief.preview(reversal());
    const sent = await thief.send(preview, thief.touch(value));
    expect(sent).toMatchObject({ status: 409, body: expect.stringContaining('no key thief') });
    const asManager = await thief.send(preview, manager.touch(value));
    expect(asManager).toMatchObject({ status: 409 });
    expect(await commandsOf('award.reversed')).toBe(0);
  });

  it('a touch for other bytes, or on another page', async () => {
    const { preview, value } = await floor.preview(reversal());
    const changed = Buffer.from(value, 'base64url').toString().replace('misread', 'misdeal');
    const other = Buffer.from(changed).toString('base64url');
    for (const signature of [
      floor.touch(other),
      floor.touch(value, { origin: 'https://evil.example' }),
      floor.touch(value, { flags: 0x01 }),
      'm-silva:webauthn:a.b.c',
      '',
    ]) {
      expect(await floor.send(preview, signature)).toMatchObject({ status: 409 });
    }
    expect(await commandsOf('award.reversed')).toBe(0);
  });

  it("another person's preview", async () => {
    const { preview, value } = await floor.preview(reversal());
    expect(await manager.send(preview, manager.touch(value))).toMatchObject({ status: 409 });
    expect(await commandsOf('award.reversed')).toBe(0);
  });

  it('a page of somebody else', async () => {
    const wish = reversal();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'text/plain' },
    ]) {
      const answered = await floor.post('/acts/preview', wish, headers);
      expect([headers, answered.status >= 400 && answered.status < 500]).toEqual([headers, true]);
    }
    const { headers } = await fetch(`${room}/`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('to send one touch twice: it is one act, and both hear the same', async () => {
    const before = await commandsOf('award.reversed');
    const { preview, value } = await floor.preview(reversal());
    const signature = floor.touch(value);
    const [one, other] = await Promise.all([
      floor.send(preview, signature),
      floor.send(preview, signature),
    ]);
    expect(one).toMatchObject({ status: 200, body: expect.stringContaining('Done') });
    expect(other).toEqual(one);
    expect(await floor.send(preview, signature)).toEqual(one);
    expect(await commandsOf('award.reversed')).toBe(before + 1);
  });

  it('a preview that is older than the ledger', async () => {
    const { preview, value } = await floor.preview(reversal());
    const own = await manager.preview(reversal('I was first'));
    expect(await manager.send(own.preview, manager.touch(own.value))).toMatchObject({
      status: 200,
    });
    const late = await floor.send(preview, floor.touch(value));
    expect(late).toMatchObject({ status: 409, body: expect.stringContaining('would be refused') });
  });

  it('to show what others have written as markup', async () => {
    const reason = `<img src=x onerror=alert(1)>"'</script>`;
    const { html, preview, value } = await floor.preview(reversal(reason));
    expect(html).not.toContain('<img');
    await floor.send(preview, floor.touch(value));
    const { body } = await floor.get(`/claims/main/${award.offset}`);
    expect(body).not.toContain('<img');
  });

  it('to give up a seat before its time, until its person says why', async () => {
    const round = `two-${rounds}`;
    await stack.send([
      ...[table.bet(round, 3), table.bet(round, 5)],
      table.settle(round, [3, 'royal-flush'], [5, 'flush']),
    ]);
    const two = await until('the award', async () =>
      (await claims()).find((each) => each.round === round),
    );
    const place = { jackpot: 'main', award: two.id };
    const does = async (who: ConsoleVisitor, wish: object): Promise<void> => {
      const { preview, value } = await who.preview({ ...place, ...wish });
      expect(await who.send(preview, who.touch(value))).toMatchObject({ status: 200 });
    };
    await does(floor, { act: 'verify', seats: ['3', '5'], deck: 'counted', note: 'a test' });
    const { slip } = await until('the slip', async () => {
      const now = (await claims()).find((each) => each.id === two.id);
      return now?.states.find((each) => each.seat === 5 && each.slip !== null);
    });
    const paying = {
      act: 'pay',
      seat: '5',
      slip: String(slip),
      method: 'chips',
      receipt: '7781',
      withheld: '1.00',
    };
    await does(manager, paying);
    expect(await dataOf('award.paid')).toMatchObject([
      { award: two.id, seat: 5, receipt: '7781', withheld: 100, method: 'chips' },
    ]);
    const expire = { ...place, act: 'expire', seat: '3', reason: 'gone' };
    const early = await floor.preview(expire);
    expect(early).toMatchObject({ status: 200, preview: '' });
    expect(early.html).toContain('24 hours');
    const meant = await floor.preview({ ...expire, despite: 'the player has given it up' });
    expect(meant.preview).not.toBe('');
    expect(meant.html).toContain('the player has given it up');
  });

  it('an invitation a second time, and in other letters', async () => {
    const asked = ['--kid', 'new-1', '--holder', 'N.Ew', '--roles', 'pay', '--console', room];
    const { stdout } = await stack.cli('keys', 'invite', ...asked, '--json');
    const [, invitation = ''] = (JSON.parse(stdout) as { url: string }).url.split('#');
    const publicKeyOf = () => {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return publicKey.export({ type: 'spki', format: 'der' }).toString('base64url');
    };
    const { publicKey: x25519 } = generateKeyPairSync('x25519');
    const wrong = x25519.export({ type: 'spki', format: 'der' }).toString('base64url');
    const enrol = (written: string, publicKey = publicKeyOf()) =>
      floor.post('/enrol', { invitation: written, publicKey });
    expect(await enrol(invitation, wrong)).toMatchObject({ status: 409 });
    const both = await Promise.all([enrol(invitation), enrol(invitation)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const other of [invitation, `${invitation}.x`, `${invitation}=`, ` ${invitation}`, '']) {
      expect([other, await enrol(other)]).toMatchObject([other, { status: 409 }]);
    }
    const { body } = await floor.get('/people');
    expect(body.match(/new-1.public.jwk" download/g)).toHaveLength(1);
  });

  it('a stream to go on for who has signed out', async () => {
    const visitor = new ConsoleVisitor('l-ho', room);
    await visitor.signIn();
    const stream = await fetch(`${room}/live`, { headers: { cookie: visitor.cookie } });
    const heard = stream.text();
    await visitor.post('/sign-out', {});
    expect(await heard).toContain('event: locked');
  });

  it('requests that no page of its own sends, and lives on', async () => {
    for (const body of ['', '{', '[]', 'null', '{"act":"reverse"}', '{"act":"__proto__"}']) {
      const { status } = await floor.post('/acts/preview', body);
      expect([body, status >= 400 && status < 500]).toEqual([body, true]);
    }
    const long = await floor.preview(reversal('x'.repeat(70_000)));
    expect(long).toMatchObject({ status: 413 });
    for (const path of [
      '/claims/none/1',
      '/claims/main/x',
      '/proposals/main/-1',
      '/people/waiting/x',
    ]) {
      const { status } = await floor.get(path);
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    }
    expect(await floor.get('/')).toMatchObject({ status: 200 });
  });

  it('nothing for good: once Kafka answers, people come in without a restart', async () => {
    const port = await freePort();
    const [broker = ''] = stack.env['KAFKA_BROKERS']?.split(',') ?? [];
    const other = new ConsoleVisitor('l-ho', `http://localhost:${await freePort()}`);
    const child = stack.start('apps/console', [], {
      ...{ PORT: new URL(other.room).port, CONSOLE_ORIGIN: other.room },
      KAFKA_BROKERS: `127.0.0.1:${port}`,
    });
    await child.url();
    const ask = async (): Promise<number> => (await other.post('/sign-in/ask', {})).status;
    expect(await ask()).toBe(503);
    const line = createServer((socket) => {
      const onwards = connect(Number(broker.split(':')[1]), broker.split(':')[0] ?? '');
      for (const end of [socket, onwards]) end.on('error', () => undefined);
      socket.pipe(onwards).pipe(socket);
    });
    await new Promise<void>((resolve) => line.listen(port, '127.0.0.1', () => resolve()));
    await until('the console to let people in', async () => (await ask()) === 200);
    await child.stop();
    line.close();
  });

  it('a key that is revoked, at once', async () => {
    expect(await stack.cli('keys', 'revoke', 'm-silva', '--yes')).toMatchObject({ code: 0 });
    await until('it is out', async () => (await floor.get('/')).status === 401);
    expect(await floor.post('/acts/preview', reversal())).toMatchObject({ status: 401 });
    expect(await floor.signIn()).toMatchObject({ status: 401 });
  });

  // The last test, since for seconds afterwards this address is refused.
  it('requests without end from one address, whatever sessions it makes up', async () => {
    let asked = 0;
    const ask = async (): Promise<number> => {
      const headers = { cookie: `console=made-up-${(asked += 1)}` };
      return (await fetch(`${room}/console.css`, { headers })).status;
    };
    await until('a refusal', async () => {
      return (await Promise.all(Array.from({ length: 20 }, ask))).includes(429);
    });
    // A person who is already signed in at the same address can continue.
    expect(await manager.get('/')).toMatchObject({ status: 200 });
  });
});
