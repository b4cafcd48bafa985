import { columnsOf } from './columns.js';
import { slipOf } from './slip.js';
import { slipText } from './slip-text.js';
import {
  paidAward,
  reversedAward,
  SampleAward,
  tablePaidAward,
  verifiedAward,
} from './testing/sample.js';

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** A slip with names of the greatest length. */
function longSlip() {
  const name = 'M'.repeat(64);
  const award = { table: name, round: '局'.repeat(64), id: `${name}/${name}/${'局'.repeat(64)}/9` };
  const seats = { seats: [3], evidence: { deck: 'counted' } };
  const sources = verifiedAward(award).by(name, 'award.verified', seats).sources();
  return slipOf(3, { ...sources, house: '澳門娛樂場 '.repeat(12) });
}

test('no line is longer than 80 columns, also of a slip with long names', () => {
  const slips = [
    ...[verifiedAward(), paidAward(), reversedAward(), tablePaidAward()].map((each) =>
      slipOf(3, each.sources()),
    ),
    longSlip(),
    { ...longSlip(), status: 'expired' as const },
  ];
  for (const slip of slips) {
    expect(Math.max(...linesOf(slipText(slip)).map(columnsOf))).toBeLessThanOrEqual(80);
  }
});

test('a slip to be paid reads as a cashier reads it', () => {
  expect(slipText(slipOf(3, verifiedAward().sources()))).toBe(
    `================================================================================
Casino Lótus                                                PAYMENT SLIP  No. 17
Fortune Jackpot / Jackpot Fortuna / 富貴累進大獎 / fortune-main
================================================================================
*** TO BE PAID ***

Award           fortune-main/F3-07/184468/90310
Table           F3-07   Round 184468   Seat 3
Hand            Royal Flush / Naipe Real / 黃袍麒
Cards           As Ks Qs; on the table Js Ts
Deck            counted / contado / 已點算
Surveillance    recording 4-1187
Won             2026-11-21 12:00:59 GMT+8
Recorded        2026-11-21 12:01:00 GMT+8

Amount          MOP 1,003,885.00
In words        one million three thousand eight hundred and eighty-five patacas
Por extenso     um milhão e três mil oitocentas e oitenta e cinco patacas
大寫            澳門元壹佰萬零叁仟捌佰捌拾伍元正

Verification    proposed by J.Wong, 2026-11-21 12:06:00 GMT+8
                key J.Wong-key, record 90311
Verification    approved by M.Silva, 2026-11-21 12:07:00 GMT+8
                key M.Silva-key, record 90312
Verification    approved by A.Leong, 2026-11-21 12:08:00 GMT+8
                key A.Leong-key, record 90313

Verified by  J.Wong                _____________________________________________

Approved by                        _____________________________________________

Approved by (surveillance / videovigilância / 監控) ____________________________

Cashier                            _____________________________________________

Player                             _____________________________________________

To be informed  regulator
Printed         2026-11-21 12:15:00 GMT+8
Proof           partition 7, ledger at 90400; records 90310, 90311, 90312,
                90313; award in block 412 of the journal,
                ${'e9'.repeat(32)}
================================================================================
`,
  );
});

test('a void slip says VOID at the end of every line, and keeps its number', () => {
  const text = slipText(slipOf(3, reversedAward().sources()));
  expect(linesOf(text).every((line) => line.endsWith('  VOID'))).toBe(true);
  expect(text).toContain('No. 17');
  expect(text).toContain('*** VOID 2026-11-21 12:10:00 GMT+8 (False claim) ***');
});

test('a record of what the table paid says at the end of every line that it is no slip', () => {
  const text = slipText(slipOf(3, tablePaidAward().sources()));
  expect(linesOf(text).every((line) => line.endsWith('  RECORD'))).toBe(true);
  expect(text).toContain('*** PAID AT THE TABLE ***');
  expect(text).toContain('The cage pays nothing against this record.');
  expect(text).toContain('A tesouraria nada paga contra este registo.');
  expect(text).toContain('不得憑此記錄向帳房領款。');
  expect(text).not.toMatch(/PAYMENT SLIP|No\.|Cashier|TO BE PAID|____/);
});

test.each([
  ['short', 'short / incompleto / 缺牌'],
  ['not-counted', 'not counted / não contado / 未點算'],
])('a slip verified without cards says so, and that the deck was %s', (deck, said) => {
  const sample = new SampleAward()
    .by('J.Wong', 'award.verified', {
      seats: [3],
      evidence: { deck, note: 'the 7 of clubs is torn' },
    })
    .seat(3, 'verified', 17);
  const text = slipText(slipOf(3, sample.sources()));
  expect(text).toMatch(/^Cards +no cards seen \/ nenhuma carta vista \/ 未見牌$/m);
  expect(text).toContain(`Deck            ${said}\n`);
  expect(text).toContain('Note            the 7 of clubs is torn\n');
  expect(text).not.toContain('Surveillance');
});

test('a paid slip says PAID with the time, what was withheld and what is left', () => {
  const text = slipText(slipOf(3, paidAward().sources()));
  expect(text).toContain('*** PAID 2026-11-21 12:09:00 GMT+8 ***');
  expect(text).toMatch(/^Withheld +MOP 43,885\.01$/m);
  expect(text).toMatch(/^Net +MOP 959,999\.99$/m);
});

test('a name that somebody else has written moves no cursor and begins no line', () => {
  const sources = verifiedAward({ round: '1\u001b[2J\nPAID' }).sources({ house: 'A\rB' });
  const text = slipText(slipOf(3, sources));
  expect(text).toContain('1\\u001b[2J\\u000aPAID');
  expect(text).toContain('A\\u000dB');
});
