import { readFileSync } from 'node:fs';
import { whyUnreadable } from './unreadable-file.js';

function faultOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

test.each([
  ['/nowhere/a.yaml', 'there is no such file; check the path'],
  ['/etc/hostname/a.yaml', 'there is no such file; check the path'],
  ['/', 'it is a directory; name the file in it'],
])('of %s it says what to do, without the system’s words', (file, why) => {
  expect(whyUnreadable(faultOf(() => readFileSync(file, 'utf8')))).toBe(why);
});

test('an error of what is in the file is another one', () => {
  expect(whyUnreadable(faultOf(() => JSON.parse('{')))).toBeUndefined();
});
