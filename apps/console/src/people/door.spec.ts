import type { SigningKey } from '#pools';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Door, type Readers } from './door.js';
import type { Holders } from './holders.js';
import { Sessions } from './sessions.js';

const origin = 'https://jackpot.casino.example';
const sessions = new Sessions();
let inForce: Partial<SigningKey> | undefined;
const holders = { passkeyOf: () => Promise.resolve(inForce) } as unknown as Holders;
const doorOf = (at = origin, readers?: Readers) => new Door(sessions, holders, at, false, readers);
const asked = (headers: object, remoteAddress = '') =>
  ({ headers, socket: { remoteAddress } }) as unknown as FastifyRequest;

test('a key that was revoked and made anew under its name is another person’s', async () => {
  const id = sessions.begin({ kid: 'm-silva', x: 'one' });
  const request = asked({ cookie: `__Host-console=${id}` });
  inForce = { kid: 'm-silva', x: 'one' };
  expect(await doorOf().visitor(request)).toMatchObject({ id });
  inForce = { kid: 'm-silva', x: 'other' };
  expect(await doorOf().visitor(request)).toBeUndefined();
  inForce = { kid: 'm-silva', x: 'one' };
  expect(await doorOf().visitor(request)).toBeUndefined();
});

test('the cookie is for no script, no other site and no plain line', () => {
  let set = '';
  const reply = { header: (_: string, text: string) => (set = text) } as unknown as FastifyReply;
  doorOf().leave(asked({}), reply);
  expect(set).toBe('__Host-console=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0');
});

test.each([
  [{ origin, 'sec-fetch-site': 'same-site' }],
  [{ origin, 'sec-fetch-site': 'none' }],
  [{}],
])('a page of another site sends nothing here: %j', (headers) => {
  expect(() => doorOf().assertOwnPage(asked(headers))).toThrow('CONSOLE_ORIGIN');
  expect(() => doorOf().assertOwnPage(asked({ origin }))).not.toThrow();
});

test('a proxy is known by its IPv4 address on a line of IPv6 too', () => {
  const door = doorOf(origin, { header: 'x-remote-user', proxy: '10.0.0.7' });
  expect(door.guest(asked({ 'x-remote-user': 'A' }, '::ffff:10.0.0.7'))).toBe('A');
});
