import { auditAdvisories, readAudit } from './advisories.mjs';
import { root } from './process/paths.mjs';
import { say } from './process/process.mjs';

// Runs before the tests are named, so that their list shows a registry that did not answer.
const { outcome, sentence } = await auditAdvisories(root);
say(sentence);

if (outcome === 'not asked') {
  test(`NOT CHECKED for advisories: ${sentence}`, () => expect(sentence).toContain('NOT CHECKED'));
} else {
  test('no shipped package has a known advisory', () => expect(sentence).toBe('Advisories: none.'));
}

test('advisories are named with their packages', () => {
  const vulnerabilities = { left: { severity: 'high' }, right: { severity: 'low' } };
  const answer = { vulnerabilities, metadata: { vulnerabilities: { total: 2 } } };
  expect(readAudit(JSON.stringify(answer))).toEqual({
    outcome: 'vulnerable',
    sentence: 'Advisories: 2 found: left (high), right (low).',
  });
});

test('only an answer that counts vulnerabilities can be clean', () => {
  const clean = { vulnerabilities: {}, metadata: { vulnerabilities: { total: 0 } } };
  expect(readAudit(JSON.stringify(clean)).outcome).toBe('clean');
  expect(readAudit(JSON.stringify({ message: '405 Method Not Allowed' }))).toMatchObject({
    outcome: 'not asked',
    sentence: expect.stringContaining('405 Method Not Allowed'),
  });
  for (const nothing of ['', '{}', 'npm error network', '{"metadata":{}}']) {
    expect(readAudit(nothing).outcome).toBe('not asked');
  }
});
