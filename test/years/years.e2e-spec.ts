import { Life } from './life.js';

/** A short life of five years; `npm run years` lives a longer one. */
describe('a ledger through five years', () => {
  let life: Life;
  const said: string[] = [];

  beforeAll(async () => {
    life = await Life.begin({ seed: 'short', rounds: 4, say: (line) => said.push(line) });
  }, 300_000);
  afterAll(() => life.close(), 60_000);

  it('plays through keys, releases, an edition, another root, other brokers and a lost Redis', async () => {
    await life.first();
    await life.second();
    await life.third();
    await life.fourth();
    await life.fifth();
    expect(said.filter((line) => line.includes('is archived'))).toHaveLength(5);
  }, 600_000);

  it('has an archive that alone proves every award, and the balances of the second opinion', async () => {
    const { awards, records } = await life.judge();
    expect(awards).toBeGreaterThan(20);
    expect(records).toBeGreaterThan(500);
  }, 60_000);
});
