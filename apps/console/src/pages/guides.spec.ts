import { manualNames } from '../manual/manual.js';
import { guidePart, guides } from './guides.js';

const reader = { language: 'pt', person: undefined, path: '/' } as const;

test.each(Object.entries(guides))(
  'the guide %s belongs to pages of the manual',
  (_, { manual }) => {
    expect(manual.filter((page) => !manualNames.includes(page))).toEqual([]);
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
