import { failureLead, refusalNames, refusalPart } from './refusal-words.js';

const pt = { language: 'pt', person: undefined, path: '/' } as const;

test('what would be refused is said in the language of the reader first', () => {
  const message = 'main: would be refused, same-person: Alice has signed it. Nothing was sent.';
  expect(failureLead(pt, message, true)).toBe('Esta pessoa já interveio. Nada foi enviado.');
  expect(failureLead({ language: 'zh-Hant' }, message, true)).toBe(
    '此人已經參與。並未送出任何內容。',
  );
  expect(failureLead({ language: 'en' }, message, true)).toBe('');
});

test('what may have been sent is never said to be unsent', () => {
  expect(failureLead(pt, 'Kafka did not answer in time.', false)).toMatch(/^Pode já estar feito/);
});

test('a refusal of the ledger has its name, and its sentence as it was written', () => {
  const { text } = refusalPart(pt, 'award-state: seat 3 is <paid>');
  expect(text).toContain(`<b>${refusalNames['award-state']?.pt}</b>`);
  expect(text).toContain('seat 3 is &lt;paid&gt;');
  expect(refusalPart(pt, 'strange: new').text).not.toContain('<b>');
});
