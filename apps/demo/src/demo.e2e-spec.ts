import { answers, servicesIn, startDemo } from './testing/started-demo.js';

test('rounds are played, the ledger agrees with the log, and nothing is left running', async () => {
  const demo = startDemo('--rounds', '120', '--exit');
  await demo.succeeds();
  expect(demo.output).toMatch(/rounds {6}120,/);
  expect(demo.output).toContain('show the same values');
  expect(demo.output).toMatch(/^prizes {6}.*verified \d/m);
  expect(demo.output).not.toContain('ANOTHER sum');
  expect(demo.output).toContain('The ledger agrees with the log');
  const services = servicesIn(demo.output);
  expect(services).toHaveLength(3);
  expect(await Promise.all(services.map(answers))).toEqual([false, false, false]);
});

test('a wrong option of the pit is refused before anything starts', async () => {
  const demo = startDemo('--luck=-1');
  expect(await demo.code).toEqual([1, null]);
  expect(demo.output).toMatch(/'--luck <x>' argument '-1' is invalid/);
  expect(demo.output).not.toContain('Kafka and Redis');
});
