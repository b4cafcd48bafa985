import { topicName } from '#contract';
import type { Child } from '#testing/child';
import { fortune, jackpot } from '#testing/jackpot';
import { passkeyNamed, touched } from '#testing/test-passkey';
import { testLedger } from '#testing/test-keys';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { freePort } from '#tools/stack/ports.mjs';
import { ConsoleVisitor, type Answered } from '../support/console-visitor.js';

/**
 * Tests how the form of a configuration, and the page of a person, treat input that they must
 * refuse.
 */
describe('at the control room', () => {
  const stack = new TestStack();
  let service: Child;
  let api: string;
  let room: string;
  let one: ConsoleVisitor;
  let two: ConsoleVisitor;
  let floor: ConsoleVisitor;

  const configured = async () =>
    (await getJson<{ configuration: Record<string, unknown> }>(`${api}/v1/jackpots/main`))
      .configuration;
  const wish = (fields: Readonly<Record<string, string>>) => {
    const members = Object.entries(fields).map(([member, text]) => [`member ${member}`, text]);
    return {
      ...{ act: 'configure', jackpot: 'main', effective: 'now' },
      ...(Object.fromEntries(members) as object),
    };
  };
  const does = (who: ConsoleVisitor, fields: Readonly<Record<string, string>>) =>
    doesAt('main', who, fields);
  const doesAt = async (
    id: string,
    who: ConsoleVisitor,
    fields: Readonly<Record<string, string>>,
  ) => {
    const { preview, value } = await who.preview({
      ...wish(fields),
      jackpot: id,
      despite: 'a test',
    });
    const sent = await who.send(preview, who.touch(value));
    expect(sent).toMatchObject({ status: 200, body: expect.stringContaining('Done') });
  };

  const ofAnnex = (fields: Readonly<Record<string, string>>) => {
    return { ...wish(fields), jackpot: 'annex' };
  };
  const creation = (id: string, name: string) => {
    return { ...wish({ 'name.en': name, tables: `${name}-1` }), act: 'create', id };
  };

  beforeAll(async () => {
    ({ child: service, url: api } = await stack.startJackpot());
    room = `http://localhost:${await freePort()}`;
    [one, two, floor] = ['one', 'two', 'floor'].map((kid) => new ConsoleVisitor(kid, room)) as [
      ConsoleVisitor,
      ConsoleVisitor,
      ConsoleVisitor,
    ];
    await stack.setKeys(api, [
      one.key({ holder: 'One', roles: ['configure'] }),
      two.key({ holder: 'Two', roles: ['configure'] }),
      floor.key({ holder: 'Floor', roles: ['operate'] }),
    ]);
    await stack.configure(api, jackpot('main', fortune));
    await stack.startConsole(room);
    for (const who of [one, two, floor]) expect((await who.signIn()).status).toBe(200);
  });
  afterAll(() => stack.close());

  it.each([
    ['seed', 'MOP 2,000,000.00', { seed: 200_000_000 }],
    ['verifyAbove', 'MOP 20.00', { verifyAbove: 2_000 }],
    ['tables', 'F3-01\nF3-02', { tables: [{ id: 'F3-01' }, { id: 'F3-02' }] }],
    ['name.en', 'Another name', { name: { en: 'Another name' } }],
  ])('a touch does not undo what somebody has changed meanwhile: %s', async (member, text, now) => {
    const stale = await one.preview(wish({ maxTables: '103' }));
    await does(two, { [member]: text });
    const sent = await one.send(stale.preview, one.touch(stale.value));
    expect(sent).toMatchObject({ status: 200, body: expect.stringContaining('data-sign') });
    expect(await configured()).toMatchObject({ maxTables: 1_000, ...now });
  });

  it.each([
    ['what it is already', { maxTables: '1000' }, 'Nothing would change'],
    ['another jackpot', { id: 'other' }, 'no such field'],
    ['a member that is none', { 'nope.x': '1' }, 'no such field'],
    ['a rate over 100 %', { 'rates.pool': '101 %' }, 'at most 100 %'],
  ])('no form makes of it %s', async (_, fields: Readonly<Record<string, string>>, why) => {
    const { status, body } = await one.preview(wish(fields));
    expect([status, body]).toEqual([409, expect.stringContaining(why)]);
  });

  it('a jackpot like another one comes of a form, with all that was typed', async () => {
    const typed = { 'name.en': 'Annex', seed: 'MOP 2,000.00', tables: 'A-01' };
    const members = Object.entries(typed).map(([member, text]) => [`member ${member}`, text]);
    const asked = {
      ...{ act: 'create', jackpot: 'main', id: 'annex' },
      ...(Object.fromEntries(members) as object),
    };
    expect((await one.preview({ ...asked, id: 'main' })).body).toContain('a jackpot main already');
    expect((await one.preview({ ...asked, id: 'no spaces' })).status).toBe(409);
    expect((await floor.preview(asked)).body).toContain('role configure');
    const { preview, value, html } = await one.preview(asked);
    for (const shown of ['MOP 0.00', 'MOP 2,000.00', 'MOP -2,000.00', 'Annex', 'A-01', 'One in']) {
      expect(html).toContain(shown);
    }
    const sent = await one.send(preview, one.touch(value));
    expect([sent.status, sent.body]).toEqual([200, expect.stringContaining('Done')]);
    const path = `${api}/v1/jackpots/annex`;
    const made = await until('the jackpot', () => getJson<Record<string, unknown>>(path));
    expect(made['configuration']).toMatchObject({
      ...(await configured()),
      ...{ id: 'annex', name: { en: 'Annex' }, seed: 200_000, tables: [{ id: 'A-01' }] },
    });
    // The previewed bytes belong to a jackpot that exists by now.
    expect((await one.preview(asked)).body).toContain('a jackpot annex already');
    // The page asks about a second jackpot at the same tables, or with almost the same name.
    const { html: like } = await one.preview({ ...asked, id: 'Annex' });
    expect(like).toContain('almost has this name');
  });

  it.each([
    ['configure one jackpot', 'annex', ofAnnex({ maxTables: '81' }), ofAnnex({ maxTables: '82' })],
    ['create one id', 'twins', creation('twins', 'One'), creation('twins', 'Two')],
  ])('of two who %s in the same moment, one is refused', async (_, id, first, second) => {
    const sending: Promise<Answered>[] = [];
    // Nothing is judged until both are in the log.
    const previews = [await one.preview(first), await two.preview(second)];
    service.signal('SIGSTOP');
    for (const [place, who] of [one, two].entries()) {
      const { preview, value } = previews[place] as (typeof previews)[number];
      const before = await stack.recordsWritten();
      sending.push(who.send(preview, who.touch(value)));
      await until('the record', async () => (await stack.recordsWritten()) > before);
    }
    service.signal('SIGCONT');
    const [won, lost] = await Promise.all(sending);
    expect(won).toMatchObject({ status: 200, body: expect.stringContaining('Done') });
    expect(lost).toMatchObject({ status: 200, body: expect.stringContaining('look at that one') });
    const shown = await getJson<{ configuration: object }>(`${api}/v1/jackpots/${id}`);
    expect(shown.configuration).toMatchObject(
      id === 'annex' ? { maxTables: 81 } : { name: { en: 'One' } },
    );
  });

  it('a change that may have a digit too many asks why, and the record keeps it', async () => {
    const much = ofAnnex({ seed: 'MOP 200,000.00' });
    const asked = await one.preview(much);
    expect([asked.preview, asked.html]).toEqual(['', expect.stringContaining('is a digit wrong?')]);
    const { preview, value } = await one.preview({ ...much, despite: 'the anniversary' });
    expect((await one.send(preview, one.touch(value))).body).toContain('Done');
    expect((await stack.cli('acts', 'annex')).output).toContain('the anniversary');
  });

  it('a form that was opened before somebody else’s change puts nothing back', async () => {
    const { body } = await one.get('/jackpots/annex');
    const [, madeFrom = ''] = /name="madeFrom" value="(\d+)"/.exec(body) ?? [];
    await doesAt('annex', two, { maxTables: '83' });
    const stale = await one.preview({ ...ofAnnex({ seed: 'MOP 3,000.00' }), madeFrom });
    expect(stale).toMatchObject({ status: 409, body: expect.stringContaining('after this form') });
  });

  it('what waits for the next full payout is what the form goes on from', async () => {
    const { preview, value } = await one.preview({
      ...wish({ maxTables: '90' }),
      effective: 'next-restart',
    });
    expect((await one.send(preview, one.touch(value))).status).toBe(200);
    const again = await one.preview({
      ...wish({ 'stake.max': 'MOP 60.00' }),
      ...{ areBothReplaced: 'yes', despite: 'a test' },
    });
    expect(again.html).toMatch(/Largest number of tables.*?1000.*?90/s);
    expect((await one.send(again.preview, one.touch(again.value))).status).toBe(200);
    expect(await configured()).toMatchObject({ maxTables: 90, stake: { max: 6_000 } });
  });

  it('who lacks the role is refused', async () => {
    const { status, body } = await floor.preview(wish({ maxTables: '7' }));
    expect([status, body]).toEqual([409, expect.stringContaining('configure')]);
  });

  it('a person’s page shows what was signed, whatever it is, and among however many others', async () => {
    const suspending = { act: 'suspend', jackpot: 'main', reason: 'a card is missing' };
    const { preview, value } = await floor.preview(suspending);
    expect((await floor.send(preview, floor.touch(value))).status).toBe(200);
    const made = passkeyNamed('floor', 'P-256', 'localhost');
    const own = { ...made, passkey: { ...made.passkey, origins: [room] } };
    const topic = topicName(stack.prefix, 'events');
    const odd = [{ act: 'x' }, { evidence: 'x' }, { reason: {} }, { method: 'nope' }].map(
      (data) => {
        const text = Buffer.from(JSON.stringify({ type: 'award.paid', subject: 'main', data }));
        return {
          topic,
          key: 'main',
          value: text,
          headers: { signature: touched(testLedger, text, own) },
        };
      },
    );
    await stack.send([...odd, ...odd]);
    const flood = Array.from({ length: 20_000 }, (_, index) => ({
      ...{ topic, key: 'main', value: `{"x":${index}}` },
    }));
    await stack.send(flood);
    const { status, body } = await floor.get('/people/floor');
    expect(status).toBe(200);
    expect(body).toContain('a card is missing');
    // The same bytes again do not count as a second signature.
    expect(body.match(/&quot;nope&quot;/g)).toHaveLength(1);
  });
});
