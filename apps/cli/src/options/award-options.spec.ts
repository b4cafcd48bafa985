import {
  readCards,
  readHands,
  readNumber,
  readGranted,
  readSeats,
  type GrantedHand,
} from './award-options.js';

test('seats, cards and hands are read as people write them', () => {
  expect(readSeats('--seats')('3, 1')).toEqual([3, 1]);
  expect(readNumber('--slip')('17')).toBe(17);
  expect(readCards('--community')('Js Td')).toEqual(['Js', 'Td']);
  expect(readHands('--hands')('1:AsKsQs, 3:2h2d2c')).toEqual([
    { seat: 1, cards: ['As', 'Ks', 'Qs'] },
    { seat: 3, cards: ['2h', '2d', '2c'] },
  ]);
});

test.each<[string, GrantedHand]>([
  ['3:flush', { seat: 3, hand: 'flush' }],
  ['3:flush:25.00', { seat: 3, hand: 'flush', amount: 2_500 }],
  ['3:flush:25.00:5.00', { seat: 3, hand: 'flush', amount: 2_500, fromPool: 500 }],
])('the hand %s is read', (given, hand) => {
  expect(readGranted('--hand', given, 'MOP')).toEqual(hand);
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
  ['flush', 'it takes SEAT:HAND, or'],
  ['1:flush:25.00:0.00:1', 'it takes SEAT:HAND, or'],
  ['1:pair:25.00', 'pair is not a hand: it is royal-flush, straight-flush,'],
  ['1:flush:25', 'write all 2 digits after the point: 25.00 is MOP 25.00.'],
  ['1:flush:25.00:5', 'write all 2 digits after the point: 5.00 is MOP 5.00.'],
])('the hand %s is refused with a sentence', (given, sentence) => {
  expect(() => readGranted('--hand', given, 'MOP')).toThrow(sentence);
});
