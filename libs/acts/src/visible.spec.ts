import { visible, visibleLines } from './visible.js';

test.each([
  ['a line feed', '\n', '\\u000a'],
  ['a return', '\r', '\\u000d'],
  ['a sequence of a terminal', '\u001b[8m', '\\u001b[8m'],
  ['one that begins with a C1 control', '\u009b8m', '\\u009b8m'],
  ['delete', '\u007f', '\\u007f'],
  ['an override of the direction', '\u202e', '\\u202e'],
  ['an isolate', '\u2066', '\\u2066'],
  ['a mark of the direction', '\u200f', '\\u200f'],
  ['a space without width', '\u200b', '\\u200b'],
  ['a separator of lines', '\u2028', '\\u2028'],
  ['half of a character', '\ud83c', '\\ud83c'],
  ['a tag that nobody sees', '\u{e0041}', '\\udb40\\udc41'],
])('%s is written out', (_, character, shown) => {
  expect(visible(`a${character}b`)).toBe(`a${shown}b`);
});

test('what people read stays as it is', () => {
  const text = '富貴累進大獎, Jackpot São José – “ticket 7” 🎰 \\u000a';
  expect(visible(text)).toBe(text);
});

test('in JSON the same text is read back, and line feeds between its members stay', () => {
  const facts = { note: 'a\u009b8m\u202eb\u007f\n' };
  const text = visibleLines(JSON.stringify(facts, null, 2));
  expect(text).toBe('{\n  "note": "a\\u009b8m\\u202eb\\u007f\\n"\n}');
  expect(JSON.parse(text)).toEqual(facts);
});
