import { jackpot } from '#testing/jackpot';
import { jackpotOfAward } from './award-id.js';
import {
  readCards,
  readHands,
  readNumber,
  readPayout,
  readSeats,
  type GrantedPayout,
} from './award-options.js';

const configuration = jackpot('main') as Parameters<typeof readPayout>[2];

test('seats, cards and hands are read as people write them', () => {
  expect(readSeats('--seats')('3, 1')).toEqual([3, 1]);
  expect(readNumber('--slip')('17')).toBe(17);
  expect(readCards('--community')('Js Td')).toEqual(['Js', 'Td']);
  expect(readHands('--hands')('1:AsKsQs, 3:2h2d2c')).toEqual([
    { seat: 1, cards: ['As', 'Ks', 'Qs'] },
    { seat: 3, cards: ['2h', '2d', '2c'] },
  ]);
});

const royalFlush = { seat: 1, hand: 'royal-flush', amount: 1_003_500 } as const;

test.each<[string, GrantedPayout]>([
  ['3:flush:25.00', { seat: 3, hand: 'flush', amount: 2_500, fromPool: 0 }],
  ['3:flush:25.00:5.00', { seat: 3, hand: 'flush', amount: 2_500, fromPool: 500 }],
  ['1:royal-flush:10035.00', { ...royalFlush, fromPool: 1_003_500 }],
  ['1:royal-flush:10035.00:0.00', { ...royalFlush, fromPool: 0 }],
])('the payout %s takes of the pool what it names, else all if it has a share', (given, payout) => {
  expect(readPayout('--payout', given, configuration)).toEqual(payout);
});

test.each([
  ['--seats', '8', readSeats, 'a seat is 1 to 7.'],
  ['--seats', '1,,2', readSeats, 'a seat is 1 to 7.'],
  ['--slip', '0', readNumber, 'it takes a whole number from 1.'],
  ['--slip', '17a', readNumber, 'it takes a whole number from 1.'],
  ['--community', '10sJs', readCards, '10 is not a card'],
  ['--community', '', readCards, 'nothing is not a card'],
  ['--hands', 'AsKsQs', readHands, 'it takes SEAT:CARDS'],
  ['--hands', '9:AsKsQs', readHands, 'a seat is 1 to 7.'],
] as const)('%s %s is refused with a sentence', (option, given, read, sentence) => {
  expect(() => read(option)(given)).toThrow(`${option} ${given}: ${sentence}`);
});

test.each([
  ['flush:25.00', 'it takes SEAT:HAND:AMOUNT'],
  ['1:flush:25.00:0.00:1', 'it takes SEAT:HAND:AMOUNT'],
  ['1:pair:25.00', 'pair is not a hand: it is royal-flush, straight-flush,'],
  ['1:flush:25', 'write all 2 digits after the point: 25.00 is MOP 25.00.'],
  ['1:flush:25.00:5', 'write all 2 digits after the point: 5.00 is MOP 5.00.'],
])('the payout %s is refused with a sentence', (given, sentence) => {
  expect(() => readPayout('--payout', given, configuration)).toThrow(sentence);
});

test('something is done with an award, never with a round that may have several', () => {
  expect(jackpotOfAward('main/T1/a/b/20')).toBe('main');
  expect(() => jackpotOfAward('main/T1/a')).toThrow('main/T1/a names a round');
  expect(() => jackpotOfAward('main')).toThrow('is not an award id');
});
