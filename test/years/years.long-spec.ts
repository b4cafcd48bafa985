import { Life } from './life.js';

/** Three short years; `npm run years` runs all five, and longer ones. */
describe('a ledger through three years', () => {
  let life: Life;
  const said: string[] = [];

  beforeAll(async () => {
    life = await Life.begin({ seed: 'short', rounds: 4, say: (line) => said.push(line) });
  });
  afterAll(() => life.close());

  it('plays through keys, a release and a lost Redis', async () => {
    await life.first();
    await life.second();
    await life.third();
    expect(said.filter((line) => line.includes('is archived'))).toHaveLength(3);
  }, 600_000);

  it('has an archive that alone proves every award, and the balances of the second opinion', async () => {
    const { awards, records } = await life.judge();
    expect(awards).toBeGreaterThan(10);
    expect(records).toBeGreaterThan(300);
  });
});
