import { jest } from '@jest/globals';
import { writeInvitation } from '#acts';
import { signRecord } from '#contract';
import { newKey, signingKey, testLedger } from '#testing/test-keys';
import { passkeyNamed } from '#testing/test-passkey';
import type { SigningKey } from '#pools';
import { createPublicKey } from 'node:crypto';
import type { Door } from './door.js';
import { Enrolment } from './enrolment.js';
import type { Holders } from './holders.js';

const officer = newKey('officer');
const host = signingKey(officer, { holder: 'L.Ho', roles: ['keys'] });
let keys: Map<string, SigningKey>;
let enrolment: Enrolment;

const invitation = (kid: string): string => {
  const expires = new Date(Date.now() + 60_000).toISOString();
  const text = `invitation\n${JSON.stringify({ kid, holder: kid, roles: ['pay'], expires })}`;
  const signature = signRecord(testLedger, Buffer.from(text), officer.kid, officer.privateKey);
  return writeInvitation(text, signature);
};
const made = (kid: string): string => {
  const half = createPublicKey(passkeyNamed(kid, 'P-256', 'localhost').privateKey);
  return half.export({ type: 'spki', format: 'der' }).toString('base64url');
};
const enrols = (kid: string) => enrolment.take(invitation(kid), made(kid));
const waiting = async () => (await enrolment.waiting()).map(({ key }) => key.kid);

beforeEach(() => {
  jest.useFakeTimers();
  keys = new Map([['officer', host]]);
  const authority = () => Promise.resolve({ ledger: testLedger, keys, retired: [] });
  const door = { origin: 'http://localhost:3002', rpId: 'localhost' } as Door;
  enrolment = new Enrolment({ authority } as unknown as Holders, door, { info: () => undefined });
});
afterEach(() => jest.useRealTimers());

test('a passkey waits for a day', async () => {
  await enrols('m-silva');
  jest.advanceTimersByTime(24 * 3_600_000);
  expect(await waiting()).toEqual(['m-silva']);
  jest.advanceTimersByTime(1);
  expect(await waiting()).toEqual([]);
});

test.each([
  ['lost the role', { ...host, roles: ['pay' as const] }],
  ['another key under that name', { ...host, x: 'other' }],
  ['no key any more', undefined],
])('it waits no longer where its host has %s', async (_, now) => {
  await enrols('m-silva');
  if (now) keys.set('officer', now);
  else keys.delete('officer');
  expect(await waiting()).toEqual([]);
});

test('nobody is invited under the name of a key in force, or of one that waits', async () => {
  await expect(enrols('officer')).rejects.toThrow('made as officer already');
  await enrols('m-silva');
  await expect(enrols('m-silva')).rejects.toThrow('made as m-silva already');
});

test('of one name two who come together make one key', async () => {
  const both = await Promise.allSettled([
    enrolment.take(invitation('m-silva'), made('one')),
    enrolment.take(invitation('m-silva'), made('two')),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await waiting()).toEqual(['m-silva']);
});

test('at most a hundred wait', async () => {
  for (let at = 0; at < 100; at += 1) await enrols(`p-${at}`);
  await expect(enrols('one-more')).rejects.toThrow('100 passkeys wait already');
});
