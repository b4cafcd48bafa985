import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSignsFile } from './signs-file.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-signs-'));
const file = join(folder, 'signs.yaml');
afterAll(() => rmSync(folder, { recursive: true }));

const read = (text: string) => {
  writeFileSync(file, text);
  return readSignsFile(file);
};

test('a file in YAML and one in JSON say the same', () => {
  const yaml = `
signs:
  - { name: "12", jackpots: [main, mini], place: "Level 2, pit F3" }
  - name: entrance.left
    jackpots: [main]
    place: Level 1
    token: lobby
`;
  const signs = [
    { name: '12', jackpots: ['main', 'mini'], place: 'Level 2, pit F3' },
    { name: 'entrance.left', jackpots: ['main'], place: 'Level 1', token: 'lobby' },
  ];
  const expected = new Map(signs.map((sign) => [sign.name, sign]));
  expect(read(yaml)).toEqual(expected);
  expect(read(JSON.stringify({ signs }))).toEqual(expected);
});

test.each([
  ['', 'the file must be an object, was null'],
  ['signs: []', 'line 1: signs must have at least 1 entries'],
  [
    'signs:\n  - { name: 12, jackpots: [main], place: wall }',
    'line 2: signs.0.name must be 1 to 64 of A–Z a–z 0–9 . _ -, in quotes where they are digits, was 12',
  ],
  [
    'signs:\n  - name: "a b"\n    jackpots: [main]\n    place: wall',
    'line 2: signs.0.name must be 1 to 64 of A–Z a–z 0–9 . _ - with a letter or a digit, was "a b"',
  ],
  ['signs:\n  - name: a\n    jackpots: [main]\n', 'line 2: signs.0.place is missing'],
  [
    'signs:\n  - name: a\n    jackpots: [main]\n    place: wall\n    size: 3',
    'line 2: signs.0 has no member size',
  ],
  [
    'signs:\n  - name: a\n    jackpots: main\n    place: x',
    'line 3: signs.0.jackpots must be a list',
  ],
  [
    'signs:\n  - { name: a, jackpots: [m], place: x }\n  - { name: a, jackpots: [m], place: y }',
    'line 3: signs.1.name must be of one sign alone, was "a"',
  ],
  [
    'signs:\n  - { name: a, jackpots: [m], place: x, token: "a b" }',
    'line 2: signs.0.token must be 1 to 64 of A–Z a–z 0–9 . _ - with a letter or a digit, was "a b"',
  ],
  ['signs: [', 'Flow sequence in block collection'],
])('of %j it says %s', (text, fault) => {
  expect(() => read(text)).toThrow(`SIGNS_FILE is wrong: ${file} cannot be used (${fault}`);
});

test('a file that is not there is named', () => {
  expect(() => readSignsFile('/nowhere/signs.yaml')).toThrow(
    /^SIGNS_FILE is wrong: \/nowhere\/signs\.yaml cannot be used \(there is no such file; check the path\)\.$/,
  );
});
