import { actDigest, canonicalJson } from './act-digest.js';

/** The example of RFC 8785 (3.2.2), with the order of members from 3.2.3. */
test('JSON is canonical as RFC 8785 shows it', () => {
  const example = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  ) as unknown;
  expect(canonicalJson(example)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const members = Object.fromEntries(names.map((name) => [name, 0]));
  const written = Object.keys(JSON.parse(canonicalJson(members)) as object);
  // JavaScript puts integer-like names first in any object; this example has one.
  expect(written).toEqual(['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
});

test('the digest of an act is that of its content, and of nothing beside it', () => {
  const data = { account: 'pool', amount: -100, reason: 'r' };
  const one = actDigest({ type: 'pool.adjusted', data });
  const reordered = { data: { reason: 'r', amount: -100, account: 'pool' }, type: 'pool.adjusted' };
  expect(actDigest(reordered)).toBe(one);
  expect(one).toBe('4636738f74312dfeb7a9777935b947dba7ed16574fad891b281b838f4917a83c');
  for (const other of [{ amount: -101 }, { reason: 'r ' }, { account: 'reserve' }, { note: '' }]) {
    expect(actDigest({ type: 'pool.adjusted', data: { ...data, ...other } })).not.toBe(one);
  }
  expect(actDigest({ type: 'jackpot.resumed', data })).not.toBe(one);
});
