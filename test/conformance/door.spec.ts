import { DriverAbsent, DriverDoor } from './door.js';
import { CannotDo } from './door.js';
import type { Happening } from './instructions.js';

describe('the door for a driver', () => {
  const look: Happening = { do: 'look', at: 'lamp', seat: null };
  let door: DriverDoor;
  let address: string;

  beforeEach(async () => {
    door = new DriverDoor(60_000);
    address = await door.start('127.0.0.1', 0);
  });
  afterEach(() => door.close());

  const next = async () => {
    const response = await fetch(`${address}/v1/next`);
    return (await response.json()) as { number: number; words?: string[]; say: string };
  };
  const done = async (body: string, type = 'application/json') => {
    const headers = { 'content-type': type };
    const response = await fetch(`${address}/v1/done`, { method: 'POST', headers, body });
    const problem = response.status === 204 ? {} : ((await response.json()) as object);
    return { ...problem, status: response.status };
  };

  it('says what is to be done, the same until it is done, and takes what was seen', async () => {
    const seen = door.ask('lamp/x', look);
    const first = await next();
    expect(await next()).toEqual(first);
    expect(first).toMatchObject({ case: 'lamp/x', do: 'look', words: ['on', 'off'] });
    expect(await done(JSON.stringify({ number: first.number, shows: 'off' }))).toEqual({
      status: 204,
    });
    expect(await seen).toBe('off');
  });

  it('lets a driver wait for what comes', async () => {
    const waiting = next();
    const seen = door.ask('lamp/x', { do: 'deal', seats: [1, 2] });
    const { number, say } = await waiting;
    expect(say).toBe('The first card is out. Dealt in are seats 1, 2.');
    await done(JSON.stringify({ number }));
    expect(await seen).toBeNull();
  });

  it('reports what the controller cannot do, and a driver that does nothing', async () => {
    const seen = door.ask('win/cards', { do: 'cut-power' });
    const { number } = await next();
    await Promise.all([
      done(JSON.stringify({ number, cannot: 'it has no plug' })),
      expect(seen).rejects.toThrow(new CannotDo('it has no plug')),
    ]);
    const hasty = new DriverDoor(1);
    const own = await hasty.start('127.0.0.1', 0);
    // It waits for a driver as long as a driver needs to start.
    const first = hasty.ask('lamp/x', { do: 'cut-power' });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${own}/v1/done`, { method: 'POST', headers, body: '{"number":1}' });
    await first;
    await expect(hasty.ask('lamp/x', look)).rejects.toThrow(DriverAbsent);
    hasty.close();
  });

  it.each<[string, number, string]>([
    ['{', 400, 'The body must be JSON such as { "number": 12 }.'],
    ['null', 400, 'number must be that of GET /v1/next, was missing.'],
    ['{"number":"1"}', 400, 'number must be that of GET /v1/next, was "1".'],
    ['{"number":7}', 409, '7 is not asked for: 1 is asked for now.'],
    ['{"number":1}', 400, 'shows must be one of on, off, was missing.'],
    ['{"number":1,"shows":"green"}', 400, 'shows must be one of on, off, was "green".'],
    ['{"number":1,"cannot":true}', 400, 'cannot must be a sentence that says why.'],
  ])('refuses %s and names what is wrong', async (body, status, detail) => {
    const seen = door.ask('lamp/x', look);
    expect(await done(body)).toMatchObject({ status, detail });
    await done('{"number":1,"shows":"on"}');
    expect(await seen).toBe('on');
  });

  it('names what there is to ask for', async () => {
    expect(await done('{}', 'text/plain')).toMatchObject({
      ...{ status: 415, detail: 'Content-Type must be application/json, was text/plain.' },
    });
    const response = await fetch(`${address}/next`);
    expect(await response.json()).toMatchObject({
      ...{ status: 404, detail: expect.stringContaining('There is no GET /next.') as string },
    });
  });
});
