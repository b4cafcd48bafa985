import { fortune, jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { freePort } from '#tools/stack/ports.mjs';
import { ConsoleVisitor } from '../support/console-visitor.js';

const people = 100;

/** A whole floor acts at the same moment, as after an alarm. */
test(`${people} people preview and sign together: each act is done at the first touch`, async () => {
  const stack = new TestStack();
  const { url: api } = await stack.startJackpot();
  const room = `http://localhost:${await freePort()}`;
  const visitors = Array.from({ length: people }, (_, at) => new ConsoleVisitor(`p-${at}`, room));
  const tables = visitors.map(({ kid }) => ({ id: `T-${kid}` }));
  const holds = visitors.map((each, at) =>
    each.key({ holder: `Person-${at}`, roles: ['operate'] }),
  );
  await stack.setKeys(api, holds);
  await stack.configure(api, jackpot('main', { ...fortune, tables }));
  await stack.startConsole(room);
  for (const each of visitors) expect((await each.signIn()).status).toBe(200);

  // Each visitor has a page open that is read again at every change.
  const pages = new AbortController();
  for (const { cookie } of visitors) {
    void fetch(`${room}/live`, { headers: { cookie }, signal: pages.signal }).catch(
      () => undefined,
    );
  }

  const acts = visitors.map(async (each) => {
    const wish = { act: 'block', jackpot: 'main', table: `T-${each.kid}`, reason: 'an alarm' };
    const { preview, value, body } = await each.preview(wish);
    if (preview === '') return body;
    const signature = each.touch(value);
    // A double touch: both answers report the one act.
    const [one, two] = await Promise.all([
      each.send(preview, signature),
      each.send(preview, signature),
    ]);
    return [one, two].every(({ body: said }) => said.includes('Done')) ? 'Done' : one.body;
  });
  const ends = await Promise.all(acts);
  expect(ends.filter((end) => end !== 'Done')).toEqual([]);
  const { blocked } = await getJson<{ blocked: object[] }>(`${api}/v1/jackpots/main`);
  expect(blocked).toHaveLength(people);
  pages.abort();
  await stack.close();
});
