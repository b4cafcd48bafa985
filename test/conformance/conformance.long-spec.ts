import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableCase } from './cases/case.js';
import { tableCases } from './cases/index.js';
import { ClientDriver } from './client-driver.js';
import { DriverDoor } from './door.js';
import { plantedFaults } from './faults/index.js';
import type { PlantedFault } from './faults/planted.js';
import { House } from './house.js';
import { ConformanceKit, namesOf, type CaseResult } from './kit.js';

/** Names of the kits that run at the same time: a case spends most of its time waiting. */
const lanes = ['A', 'B', 'C'];
/**
 * Cases that suspend their jackpot affect all who play on it, so one lane plays them one after the
 * other.
 */
const suspending = tableCases.filter(({ jackpot }) => jackpot === 'paused');
const others = tableCases.filter((each) => !suspending.includes(each));
const suspends = (fault: PlantedFault): boolean =>
  suspending.some(({ name }) => name === fault.case);
/** Faults of each lane. One that suspends takes as long as three others. */
const faultsOfLanes: PlantedFault[][] = lanes.map(() => []);
for (const fault of plantedFaults) {
  const loads = faultsOfLanes.map((has) => has.length + 2 * has.filter(suspends).length);
  const lane = suspends(fault) ? 0 : loads.indexOf(Math.min(...loads));
  faultsOfLanes[lane]?.push(fault);
}
const faultsOf = (lane: number): PlantedFault[] => faultsOfLanes[lane] ?? [];
/** Each fault has two tables, because it may be tried twice. */
const faultCasesOf = (lane: number): TableCase[] =>
  [...faultsOf(lane), ...faultsOf(lane)].map((fault) => {
    const found = tableCases.find(({ name }) => name === fault.case);
    if (!found) throw new Error(`there is no case ${fault.case}`);
    return { ...found };
  });

describe('the conformance kit', () => {
  const house = new House();
  const closing: (() => unknown)[] = [];

  beforeAll(async () => {
    const plans = lanes.flatMap((lane, index) => [
      { name: lane, cases: tableCases },
      { name: `F${lane}`, cases: faultCasesOf(index) },
    ]);
    await house.open(
      plans.flatMap(({ name, cases }) => namesOf(name, cases)),
      plans.flatMap(({ name, cases }) => namesOf(name, cases, 'signed')),
    );
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await house.close();
  });

  const open = async (name: string, cases: readonly TableCase[]) => {
    const door = new DriverDoor(120_000);
    const address = await door.start('127.0.0.1', 0);
    closing.push(() => door.close());
    const kit = await ConformanceKit.open(name, { house, door, cases, host: '127.0.0.1' });
    closing.push(() => kit.close());
    return { kit, address };
  };
  const limits = { seenMs: 60_000, lookMs: 50 };

  it('passes the table client in every case', async () => {
    const left = [...others];
    const results: CaseResult[] = [];
    await Promise.all(
      lanes.map(async (lane, index) => {
        const { kit, address } = await open(lane, tableCases);
        const first = index === 0 ? [...suspending] : [];
        const next = () => first.shift() ?? left.shift();
        const driver = new ClientDriver(address);
        driver.start();
        for (let one = next(); one; one = next()) {
          results.push(await kit.play(one, limits));
        }
        await driver.close();
      }),
    );
    const wrong = results.filter(({ verdict }) => verdict !== 'passed');
    expect(wrong.map(({ name, why }) => [name, why])).toEqual([]);
  });

  it('fails a controller with any of the faults that people make, in the case of the fault', async () => {
    const unseen: unknown[] = [];
    await Promise.all(
      lanes.map(async (lane, index) => {
        const cases = faultCasesOf(index);
        const { kit, address } = await open(`F${lane}`, cases);
        for (const [place, fault] of faultsOf(index).entries()) {
          const edits = join(house.stack.folder, `F${lane}${place}.json`);
          writeFileSync(edits, JSON.stringify([fault]));
          const driver = new ClientDriver(address, edits);
          driver.start();
          // Most faults show after a moment; on a stalled machine another fault may show too.
          const quick = await kit.play(cases[place] as TableCase, { ...limits, seenMs: 4_000 });
          const isSeen = ({ why }: CaseResult): boolean => fault.why.test(why ?? '');
          const again = cases[place + faultsOf(index).length] as TableCase;
          const result = isSeen(quick) ? quick : await kit.play(again, limits);
          await driver.close();
          if (!isSeen(result)) unseen.push([fault.name, fault.case, result.verdict, result.why]);
        }
      }),
    );
    expect(unseen).toEqual([]);
  }, 900_000);
});
