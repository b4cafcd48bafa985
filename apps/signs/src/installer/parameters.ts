/** Parameters in the address of a sign, as the page reads them; the one list for people. */
export const parameters = [
  ['also', 'b,c', 'more jackpots: one after another in the large place, all in a list'],
  ['turn', '12', 'how many seconds each of them stays, 5 to 600'],
  ['lang', 'en', 'one language: en, pt or zh-Hant; without it all three in turn'],
  ['layout', 'minimal', 'the amount alone, and what waits to be verified'],
  ['decimals', '0', 'whole units, rounded down'],
  ['motion', 'off', 'nothing moves'],
  ['safe', '5', 'percent of the shorter side that stay empty at each edge, 0 to 15'],
  ['zone', 'Asia/Macau', 'of the times; without it that of the machine'],
  ['theme', 'midnight', 'colours, logo and fonts'],
  ['sign', '12', 'the name of this sign: it acknowledges what it shows'],
  ['token', '…', 'opens the gateway, where it wants one'],
] as const satisfies readonly (readonly [name: string, example: string, meaning: string])[];
