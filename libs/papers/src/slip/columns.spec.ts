import { columnsOf, padColumns, wrapColumns } from './columns.js';

test('a Chinese character takes two columns, an accented one takes one', () => {
  expect(columnsOf('金額 três')).toBe(9);
  expect(padColumns('大寫', 6)).toBe('大寫  ');
  expect(padColumns('long', 2)).toBe('long');
});

test('a text is broken between words, and inside of what has none', () => {
  expect(wrapColumns('one million and five', 11)).toEqual(['one million', 'and five']);
  expect(wrapColumns('壹佰萬元正', 5)).toEqual(['壹佰', '萬元', '正']);
  expect(wrapColumns('no aaaaaaaa', 5)).toEqual(['no', 'aaaaa', 'aaa']);
  expect(wrapColumns('', 5)).toEqual(['']);
});

test('nothing of a text is lost where it is broken', () => {
  const text = 'fortune-main/F3-07/184468/90310 澳門元壹佰萬零叁仟捌佰捌拾伍元正 e oitenta';
  const bare = (each: string) => each.replaceAll(' ', '');
  for (let columns = 2; columns < 90; columns += 1) {
    const lines = wrapColumns(text, columns);
    expect(bare(lines.join(''))).toBe(bare(text));
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(columns);
  }
});
