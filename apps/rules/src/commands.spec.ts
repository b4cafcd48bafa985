import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCases } from './check.js';
import { explainCards } from './explain.js';
import { WrongInput } from './input.js';
import { printOdds } from './odds.js';
import { settleFile } from './settle.js';

const folder = mkdtempSync(join(tmpdir(), 'rules-'));
const ruleset = 'fortune-3-card-poker/94-2025';

afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: unknown, name = 'input.json'): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function sentencesOf(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof WrongInput) return error.sentences;
    throw error;
  }
  return [];
}

const round = {
  dealer: ['Qh', 'Tc', '2d'],
  seats: [
    { seat: 2, cards: ['6s', '7s', '8s'], ante: 100, raise: 100, pairPlus: 50 },
    { seat: 3, cards: ['6h', '7d', '9s'], ante: 100 },
  ],
};

describe('settle', () => {
  test('prints who gets what, and the clause for each line', () => {
    const lines = settleFile(fileOf(round), { ruleset });
    expect(lines).toContain('The dealer has three odd cards and plays.');
    const line = lines.find((each) => each.includes('pair plus'))!;
    expect(line.split(/\s{2,}/)).toEqual([
      ...['seat 2', 'pair plus', '50', 'won', '2,000', '50', 'Art. 13(5), 16(1)(1)'],
    ]);
    expect(lines).toContain('seat 2: straight flush, net +2,700');
    expect(lines).toContain('seat 3: three odd cards, net -100');
  });

  test('prints the other games too', () => {
    const hands = [{ hand: 1, cards: ['Ks', 'Qd', '9c'], bets: { main: 1000, tie: 10 } }];
    const baccarat = fileOf({ banker: ['Kd', '4h', '5c'], hands });
    const lines = settleFile(baccarat, { ruleset: 'three-card-baccarat/22-96-m' });
    expect(lines).toContain('hand 1: net +940');
    const die = { number: 2, figure: 'prawn', colour: 'green' };
    const bets = [{ bet: { type: 'anyTriple' }, stake: 10 }];
    const dice = fileOf({ dice: [die, die, die], bets });
    expect(settleFile(dice, { ruleset: 'fish-prawn-crab/excerpt' })).toContain('net +240');
  });

  test('prints JSON on demand', () => {
    const [text] = settleFile(fileOf(round), { ruleset, json: true });
    expect(JSON.parse(text!)).toMatchObject({ seats: [{ seat: 2, net: 2_700 }, { net: -100 }] });
  });

  const [seat] = round.seats;
  test.each([
    ['an unknown ruleset', round, 'poker/1', /^There is no ruleset "poker\/1"; the rulesets are/],
    ['a card twice', { ...round, dealer: ['6s', 'Tc', '2d'] }, ruleset, /^The card 6s is dealt/],
    [
      'a seat without a bet',
      { ...round, seats: [{ ...seat, ante: 0, raise: 0, pairPlus: 0 }] },
      ruleset,
      /^Seat 2 has cards but no bet/,
    ],
    ['what is no card', { ...round, dealer: ['6s', 'Tc', '2x'] }, ruleset, /dealer\[2\] must be/],
    ['what is no JSON', '{', ruleset, /is not JSON/],
  ])('%s is named in a sentence', (_what, content, id, sentence) => {
    const [sentenceFound] = sentencesOf(() => settleFile(fileOf(content), { ruleset: id }));
    expect(sentenceFound).toMatch(sentence);
  });

  test('a file that is not there, or a folder, is named', () => {
    const missing = join(folder, 'nothing.json');
    expect(sentencesOf(() => settleFile(missing, { ruleset }))[0]).toBe(
      `There is no file ${missing}.`,
    );
    expect(sentencesOf(() => settleFile(folder, { ruleset }))[0]).toMatch(/is a folder/);
  });
});

describe('explain', () => {
  test('names three cards, the jackpot hand, and the best five of six', () => {
    expect(explainCards('As Ks Qs / Js Ts', ruleset)).toEqual([
      'As Ks Qs: straight flush, place 1 of Art. 7(1).',
      'As Ks Qs Js Ts: royal flush, a hand of the Progressive Jackpot, Art. 7(3).',
    ]);
    expect(explainCards('7s 7d Kc / 7h 2c 4d', ruleset).at(-1)).toBe(
      'Best five of six: three of a kind, paid 7 to one, Art. 14, 16(2)(7).',
    );
    expect(explainCards('2s 3d 4c', 'fortune-3-card-poker/89-2025')).toEqual([
      '2s 3d 4c: straight, place 2 of Art. 7(1).',
    ]);
    expect(explainCards('Ks Kd 9c', 'three-card-baccarat/22-96-m')).toEqual([
      'Ks Kd 9c: 9 with 2 figure(s), line 2 of the annex.',
    ]);
  });

  test.each([
    ['As As Qx', /"Qx" is not a card.*As is given twice/],
    ['As Ks', /A hand is three cards, not 2/],
    ['As Ks Qs / Js', /the two community cards or the dealer's three/],
  ])('%s is named as wrong', (cards, sentence) => {
    expect(sentencesOf(() => explainCards(cards, ruleset)).join(' ')).toMatch(sentence);
  });

  test('a game or an edition without such a hand says so', () => {
    expect(sentencesOf(() => explainCards('As Ks Qs', 'fish-prawn-crab/excerpt'))).toHaveLength(1);
    const old = 'fortune-3-card-poker/78-2008';
    expect(sentencesOf(() => explainCards('As Ks Qs / Js Ts', old))[0]).toMatch(/no hands of more/);
  });
});

test('odds prints frequencies and edges', () => {
  const lines = printOdds('fortune-3-card-poker/97-2008');
  expect(lines).toContain('  house edge 1,492 / 22,100 = 6.7511 %');
  expect(lines).toContain('  house edge 13,733,780 / 407,170,400 = 3.3730 %');
  expect(sentencesOf(() => printOdds('poker/1'))).toHaveLength(1);
});

describe('check', () => {
  const vector = {
    id: 'X-1',
    ruleset,
    clause: 'Art. 7(1)',
    given: { op: 'rank3', cards: ['As', 'Ad', 'Ac'] },
    expect: { category: 'three-of-a-kind', order: 2 },
  };

  test('says how many cases are answered alike', () => {
    expect(checkCases(fileOf({ vectors: [vector] }))).toEqual({
      lines: ['1 cases, 1 answered alike.'],
      differs: false,
    });
  });

  test('prints each difference, also from YAML', () => {
    const yaml = `vectors:\n  - ${JSON.stringify({ ...vector, expect: { order: 4 } })}\n`;
    expect(checkCases(fileOf(yaml, 'cases.yaml'))).toEqual({
      lines: [
        `X-1 (${ruleset}, Art. 7(1)): order: expected 4, but it is 2.`,
        '1 cases, 0 answered alike, 1 differ.',
      ],
      differs: true,
    });
  });

  test('a case that cannot be answered is a difference', () => {
    const given = { op: 'rank3', cards: ['As'] };
    const { lines } = checkCases(fileOf([{ ...vector, given }]));
    expect(lines[0]).toBe(`X-1 (${ruleset}, Art. 7(1)): given.cards has 1 cards, not 3.`);
  });

  test('an invented field is refused by case, name and what is allowed there', () => {
    const given = { ...vector.given, seat: 3 };
    const { lines, differs } = checkCases(fileOf([{ ...vector, given }]));
    expect(differs).toBe(true);
    expect(lines[0]).toBe(
      `X-1 (${ruleset}, Art. 7(1)): given has a field "seat"; its fields are op, cards, policy.`,
    );
  });

  test('a file without cases is refused', () => {
    expect(sentencesOf(() => checkCases(fileOf({})))[0]).toMatch(/has no list "vectors"/);
    expect(sentencesOf(() => checkCases(fileOf([])))[0]).toMatch(/is empty/);
  });
});
