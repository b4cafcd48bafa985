import { withoutToken } from './secrets.js';

test.each([
  ['/v1/pools?token=abc&jackpot=main', '/v1/pools?token=%5Bsecret%5D&jackpot=main'],
  ['/v1/pools?jackpot=main&token=abc&token=def', '/v1/pools?jackpot=main&token=%5Bsecret%5D'],
  ['/v1/pools?%74oken=abc', '/v1/pools?token=%5Bsecret%5D'],
  ['/v1/pools?jackpot=main', '/v1/pools?jackpot=main'],
  ['/v1/pools', '/v1/pools'],
])('a log line of %s has %s', (url, written) => {
  expect(withoutToken(url)).toBe(written);
});
