import { existsSync, readFileSync } from 'node:fs';
import { guidePart, guides } from './guides.js';

const reader = { language: 'pt', person: undefined, path: '/' } as const;

test.each(Object.entries(guides))(
  'the guide %s belongs to a page of the manual',
  (_, { manual }) => {
    const file = `deploy/operations/${manual}.md`;
    expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('# ');
  },
);

test('a guide says what the dealer says and each step, in the language of the reader', () => {
  const { text } = guidePart(reader, 'suspended');
  const { dealerSays, steps } = guides.suspended;
  for (const words of [dealerSays, ...steps]) {
    expect(text).toContain(words.pt);
    expect(text).not.toContain(words.en);
  }
});
