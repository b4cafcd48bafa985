import fc from 'fast-check';
import { PriorityQueue } from './priority-queue.js';

test('things are taken in the order of their times, and of their numbers at the same time', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (times) => {
      const agenda = new PriorityQueue<number>();
      times.forEach((at, order) => agenda.add(at, at, order));
      const expected = times.map((at, order) => ({ at, order }));
      expected.sort((one, other) => one.at - other.at || one.order - other.order);
      for (const { at, order } of expected) {
        expect(agenda.nextAt).toBe(at);
        expect(agenda.take()).toMatchObject({ item: at, order });
      }
      expect(agenda.take()).toBeNull();
      expect(agenda.nextAt).toBe(Infinity);
    }),
  );
});
