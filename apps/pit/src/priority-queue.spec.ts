import fc from 'fast-check';
import { PriorityQueue } from './priority-queue.js';

test('items are taken by time, and by order where the time is the same', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (times) => {
      const queue = new PriorityQueue<number>();
      times.forEach((at, order) => queue.add(at, at, order));
      const expected = times.map((at, order) => ({ at, order }));
      expected.sort((one, other) => one.at - other.at || one.order - other.order);
      for (const { at, order } of expected) {
        expect(queue.nextAt).toBe(at);
        expect(queue.take()).toMatchObject({ item: at, order });
      }
      expect(queue.take()).toBeNull();
      expect(queue.nextAt).toBe(Infinity);
    }),
  );
});
