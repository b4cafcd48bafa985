import type { About as PageAbout } from '../../page/about.js';
import { aboutOf } from '../../../../test/signs/wire.js';
import { aboutSchema } from './about.js';

/** The members that the page reads, from its own types. */
const readByPage = {
  jackpot: true,
  name: true,
  currency: true,
  exponent: true,
  prizes: true,
  seed: true,
  ceiling: true,
  payoutUnit: true,
  stake: true,
  zone: true,
} as const satisfies Record<keyof PageAbout, true>;

test('the service sends each member that the page reads', () => {
  expect(Object.keys(aboutSchema.shape).sort()).toEqual(Object.keys(readByPage).sort());
});

test('the gateway of the page’s tests sends what the service would, and nothing else', () => {
  const sent = aboutOf('fortune-main');
  expect(aboutSchema.strict().parse(sent)).toEqual(sent);
  expect(() => aboutSchema.strict().parse({ ...sent, odds: 1 })).toThrow('odds');
});
