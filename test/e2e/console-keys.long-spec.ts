import { writeFileSync } from 'node:fs';
import { fortune, jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { freePort } from '#tools/stack/ports.mjs';
import { publicFile } from '../support/key-holders.js';
import { ConsoleVisitor, type Answered } from '../support/console-visitor.js';

/** Tests who may, by a touch, change who may sign, and who may not. */
describe('keys at the control room', () => {
  const stack = new TestStack();
  let api: string;
  let room: string;
  let officer: ConsoleVisitor;
  let floor: ConsoleVisitor;
  let manager: ConsoleVisitor;

  const sentenceOf = ({ body }: Answered): string =>
    (JSON.parse(body) as { sentence?: string }).sentence ?? '';
  const printOf = (page: string, kid: string): string =>
    new RegExp(`value="${kid}" ?/><input type="hidden" name="print" value="([^"]+)"`).exec(
      page.replaceAll(/>\s+</g, '><'),
    )?.[1] ?? '';
  /** Invites a person by a touch, and has them make a passkey. */
  const enrols = async (kid: string, roles: string[]): Promise<ConsoleVisitor> => {
    const asked = { act: 'invite', kid, holder: kid.toUpperCase(), roles };
    const { preview, value } = await officer.preview(asked);
    const { body } = await officer.send(preview, officer.touch(value));
    const [, invitation = ''] = /enrol#([\w.-]+)/.exec(body) ?? [];
    const person = new ConsoleVisitor(kid, room);
    const made = await person.post('/enrol', { invitation, publicKey: person.publicKey() });
    expect([made.status, made.body]).toEqual([200, expect.any(String)]);
    return person;
  };
  const touches = async (who: ConsoleVisitor, wish: object): Promise<string> => {
    const { preview, value, body } = await who.preview(wish);
    if (preview === '') return body;
    return (await who.send(preview, who.touch(value))).body;
  };

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    room = `http://localhost:${await freePort()}`;
    [officer, floor, manager] = ['k-lei', 'm-silva', 'l-ho'].map(
      (kid) => new ConsoleVisitor(kid, room),
    ) as [ConsoleVisitor, ConsoleVisitor, ConsoleVisitor];
    await stack.setKeys(api, [
      officer.key({ holder: 'K.Lei', roles: ['keys'] }),
      floor.key({ holder: 'M.Silva', roles: ['operate', 'adjust'] }),
      manager.key({ holder: 'L.Ho', roles: ['approve'] }),
    ]);
    const one = [{ from: 0, by: ['approve' as const] }];
    const approvals = { 'jackpot.resumed': one, 'jackpot.configured': one };
    await stack.configure(api, jackpot('main', { ...fortune, approvals }));
    await stack.startConsole(room);
    for (const who of [officer, floor, manager]) {
      expect(await who.signIn()).toMatchObject({ status: 200 });
    }
  });
  afterAll(() => stack.close());

  it('are put in force by who has the role keys, and by nobody else', async () => {
    const clerk = await enrols('clerk', ['pay']);
    const print = printOf((await officer.get('/people')).body, 'clerk');
    expect(print).not.toBe('');
    const wish = { act: 'add-key', kid: 'clerk', print };
    for (const who of [floor, manager]) {
      const refused = await who.preview(wish);
      expect([refused.status, sentenceOf(refused)]).toEqual([
        409,
        expect.stringMatching(/has no role keys/),
      ]);
      expect((await who.get('/people')).body).not.toContain('data-act="add-key"');
    }
    expect(await clerk.signIn()).toMatchObject({ status: 401 });
    expect(await touches(officer, wish)).toContain('Done');
    expect(await clerk.signIn()).toMatchObject({ status: 200 });
    expect((await officer.get('/people')).body).not.toContain('data-act="add-key"');
  });

  it('are put in force only by the signs that the page has shown', async () => {
    await enrols('other', ['operate']);
    const wish = { act: 'add-key', kid: 'other', print: 'AAAAAAAAAAAAAAAA' };
    expect(sentenceOf(await officer.preview(wish))).toMatch(/no key waits as other with/);
  });

  it('are shown anew where others have changed them meanwhile, and nothing is sent', async () => {
    await enrols('late', ['close']);
    const print = printOf((await officer.get('/people')).body, 'late');
    const { preview, value } = await officer.preview({ act: 'add-key', kid: 'late', print });
    const clerk = printOf((await officer.get('/people')).body, 'clerk');
    expect(await touches(officer, { act: 'revoke-key', kid: 'clerk', print: clerk })).toContain(
      'Done',
    );
    const { body } = await officer.send(preview, officer.touch(value));
    expect(body).toContain('The ledger has changed');
    expect((await officer.get('/people')).body).toContain('value="late"');
  });

  it('that are revoked take their proposals with them, and the page says so before', async () => {
    expect(await touches(floor, { act: 'suspend', jackpot: 'main', reason: 'a test' })).toContain(
      'Done',
    );
    expect(await touches(floor, { act: 'resume', jackpot: 'main', reason: 'a test' })).toContain(
      'Proposed',
    );
    // The same act is not proposed a second time.
    const again = await touches(floor, { act: 'resume', jackpot: 'main', reason: 'once more' });
    expect(again).toContain('has already proposed the same');
    const print = printOf((await officer.get('/people')).body, 'm-silva');
    const wish = { act: 'revoke-key', kid: 'm-silva', print };
    const { html } = await officer.preview(wish);
    expect(html).toMatch(/proposal \d+ ends, and must be made again/);
    expect(await touches(officer, wish)).toContain('Done');
    expect(await getJson(`${api}/v1/jackpots/main`)).toMatchObject({ proposals: [] });
    await until('her to be out', async () => (await floor.get('/')).status === 401);
  });

  it('are revoked only as what they are: a key that waits comes in force by no revocation', async () => {
    await enrols('waits', ['adjust']);
    const { body } = await officer.get('/people');
    const ended = { act: 'revoke-key', kid: 'waits', print: printOf(body, 'waits') };
    expect(sentenceOf(await officer.preview(ended))).toMatch(/no key is in force as waits/);
    const other = { act: 'revoke-key', kid: 'l-ho', print: printOf(body, 'waits') };
    expect(sentenceOf(await officer.preview(other))).toMatch(/no key is in force as l-ho/);
  });

  it('that wait are forgotten with who has invited them', async () => {
    const deputy = await enrols('deputy', ['keys']);
    const print = printOf((await officer.get('/people')).body, 'deputy');
    await touches(officer, { act: 'add-key', kid: 'deputy', print });
    await deputy.signIn();
    const asked = { act: 'invite', kid: 'friend', holder: 'Friend', roles: ['adjust'] };
    const { preview, value } = await deputy.preview(asked);
    const { body } = await deputy.send(preview, deputy.touch(value));
    const [, invitation = ''] = /enrol#([\w.-]+)/.exec(body) ?? [];
    const friend = new ConsoleVisitor('friend', room);
    await friend.post('/enrol', { invitation, publicKey: friend.publicKey() });
    expect((await officer.get('/people')).body).toContain('value="friend"');
    expect(await touches(officer, { act: 'revoke-key', kid: 'deputy', print })).toContain('Done');
    await until('the friend to be gone', async () => {
      return !(await officer.get('/people')).body.includes('value="friend"');
    });
  });

  it('of somebody else are taken from nobody', async () => {
    const asked = { act: 'invite', kid: 'copy', holder: 'Copy', roles: ['pay'] };
    const { preview, value } = await officer.preview(asked);
    const { body } = await officer.send(preview, officer.touch(value));
    const [, invitation = ''] = /enrol#([\w.-]+)/.exec(body) ?? [];
    const copied = await manager.post('/enrol', { invitation, publicKey: manager.publicKey() });
    expect([copied.status, sentenceOf(copied)]).toEqual([
      409,
      expect.stringMatching(/is known already/),
    ]);
  });

  it('and configurations that speak against themselves need a reason to be approved', async () => {
    const file = publicFile(stack, 'greedy');
    const said = { verifyAbove: null, tables: null, approvals: null };
    const rates = { pool: 9_000, reserve: 0 };
    const greedy = jackpot('main', { ...fortune, ...said, rates });
    writeFileSync(file, JSON.stringify(greedy));
    const given = ['--file', file, '--reason', 'a test', '--expires', '30m', '--yes'];
    const { code, output } = await stack.cli('propose', 'apply', ...given);
    expect([code, output]).toEqual([0, expect.any(String)]);
    const { proposals } = await getJson<{ proposals: { proposal: number }[] }>(
      `${api}/v1/jackpots/main`,
    );
    const wish = { act: 'approve', jackpot: 'main', proposal: String(proposals[0]?.proposal) };
    const { html, preview } = await manager.preview(wish);
    expect([preview, html]).toEqual(['', expect.stringContaining('Of each stake, to the pool')]);
    expect(html).toContain('name="despite"');
    const again = await manager.preview({ ...wish, despite: 'the regulator wants it' });
    expect(again.preview).not.toBe('');
  });

  it.each([
    ['for a table', { roles: ['table'] }, /for tables, not for people/],
    ['without a role', { roles: [] }, /at least one role/],
    ['by a name that is none', { holder: '<b>' }, /is not a name/],
    ['as somebody who is in force', { kid: 'l-ho' }, /l-ho is in force already/],
  ])('are not made by an invitation %s', async (_, changes, why) => {
    const wish = { act: 'invite', kid: 'new', holder: 'N.New', roles: ['pay'], ...changes };
    const refused = await officer.preview(wish);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(sentenceOf(refused)).toMatch(why);
  });
});
