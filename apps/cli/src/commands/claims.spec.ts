import { claimsCommand } from './claims.js';

test.each([
  [[], {}],
  [['main'], { all: true as const }],
])('claims of %j with %j is refused: it asks for one thing', async (ids, options) => {
  // Without servers: a request to them would fail.
  await expect(claimsCommand.run(undefined as never, ids, options)).rejects.toThrow(
    'Name one jackpot or several, or give --all.',
  );
});
