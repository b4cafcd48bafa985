import { processorMs } from '#testing/processor';
import { measureOf } from './measures.js';
import { acrossProcesses, processorTimes, spentMicros } from './processors.js';

describe('the processor time of a process', () => {
  it('is what the process itself counts, to a few hundredths of a second', () => {
    const [before, own] = [processorTimes({ sender: process.pid }), process.cpuUsage()];
    // A busy machine gives it less than the clock says.
    const enough = processorMs() + 300;
    while (processorMs() < enough);
    const { user, system } = process.cpuUsage(own);
    const spent = spentMicros(before, processorTimes({ sender: process.pid }), 1).sender;
    expect(spent).toBeGreaterThan(200_000);
    expect(Math.abs((spent as number) - (user + system))).toBeLessThan(40_000);
  });

  it('is missing where there is no such process', () => {
    expect(processorTimes({ service: 2 ** 30, broker: undefined as never })).toEqual({});
    expect(spentMicros({ service: 10 }, { Redis: 20 }, 1)).toEqual({});
  });

  it('is divided by what was done', () => {
    expect(spentMicros({ Redis: 10, broker: 0 }, { Redis: 30, broker: 5 }, 100)).toEqual({
      Redis: 200,
      broker: 50,
    });
  });

  it('is the middle of the rounds of a process that took part in all', () => {
    const rounds = [{ Redis: 3, broker: 1 }, { Redis: 1 }, { Redis: 2, broker: 2 }];
    expect(acrossProcesses(rounds, (own) => measureOf(own).median)).toEqual({ Redis: 2 });
  });
});
