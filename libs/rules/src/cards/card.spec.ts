import { type Card, cardDealtTwice, deck } from './card.js';

test('each of the 52 cards is seen when it is dealt twice, and a whole deck has none twice', () => {
  expect(cardDealtTwice(deck)).toBeUndefined();
  for (const card of deck) expect(cardDealtTwice([...deck, card])).toBe(card);
});

test('what is no card is refused, not compared', () => {
  expect(() => cardDealtTwice(['As', '1s' as Card])).toThrow('"1s" is not a card.');
});
