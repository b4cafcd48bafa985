import { WaitingEvents } from '../../libs/table-client/src/waiting-events.js';
import type { ForTheDealer, Judgement, StateOfTable, StreamMessage } from '#table-client';

const refusal: ForTheDealer = {
  ...{ reason: 'seat-taken', do: 'one-bet-a-seat', chip: 'ask' },
  say: { en: 'no', pt: 'não', 'zh-Hant': '不' },
};
const state = (position: number): StreamMessage => ({
  event: 'state',
  data: { position } as StateOfTable,
});
const applied = (position: number): StreamMessage => ({
  event: 'applied',
  data: { sequence: '0', position },
});
const refused = (offset: number | null, sequence: string | null): StreamMessage => ({
  event: 'refused',
  data: { offset, sequence, ...refusal },
});

/** Events 1 to `count` of a table, and their results. */
function waitingEvents(count: number, own: { signature?: string; mayBeRepeated?: boolean } = {}) {
  const judged: string[] = [];
  const forgotten: bigint[] = [];
  const waiting = new WaitingEvents((sequences) => forgotten.push(...sequences));
  for (let each = 1n; each <= count; each += 1n) {
    const event = {
      sequence: each,
      text: '{"type":"bet.placed","data":{}}',
      signature: own.signature,
    };
    waiting.add(event, own.mayBeRepeated ?? false, ({ outcome, sequence }: Judgement) => {
      judged.push(`${sequence} ${outcome}`);
    });
  }
  const place = (from: number): void => {
    for (const [index, event] of waiting.due().entries()) waiting.placed(event, from + index);
  };
  return { waiting, judged, forgotten, place };
}

test('the stream judges what stands before its position', () => {
  const { waiting, judged, forgotten, place } = waitingEvents(3);
  waiting.hear(state(10));
  place(10);
  waiting.hear(applied(11));
  expect(judged).toEqual(['1 applied']);
  waiting.hear(refused(11, '2'));
  waiting.hear(applied(13));
  expect(judged).toEqual(['1 applied', '2 refused', '3 applied']);
  expect(forgotten).toEqual([1n, 2n, 3n]);
});

test('what the stream has said before the log has answered is not lost', () => {
  const { waiting, judged, place } = waitingEvents(2);
  waiting.hear(state(10));
  waiting.hear(refused(11, null));
  waiting.hear(applied(12));
  place(10);
  expect(judged).toEqual(['1 applied', '2 refused']);
});

test('what was judged before the stream began to speak is asked for again', () => {
  const { waiting, judged, place } = waitingEvents(2);
  place(10);
  waiting.hear(state(12));
  waiting.hear(applied(13));
  expect(judged).toEqual([]);
  expect(waiting.due().map(({ sequence, mayBeRepeated }) => [sequence, mayBeRepeated])).toEqual([
    [1n, true],
    [2n, true],
  ]);
});

test('a repeat is judged by its own answer alone: the stream names the first record', () => {
  const { waiting, judged, place } = waitingEvents(1, { mayBeRepeated: true });
  waiting.hear(state(10));
  place(20);
  waiting.hear(applied(30));
  expect(judged).toEqual([]);
  waiting.judge(waiting.due()[0] as never, refusal);
  expect(judged).toEqual(['1 refused']);
});

test('a refusal that only the table’s ledger has judges nothing', () => {
  const { waiting, judged, place } = waitingEvents(1);
  waiting.hear(state(10));
  waiting.hear(refused(null, '1'));
  place(10);
  expect(judged).toEqual([]);
  waiting.hear(applied(11));
  expect(judged).toEqual(['1 applied']);
});

test('no more are under way than the ledger knows by their contents', () => {
  const { waiting, place } = waitingEvents(20);
  waiting.hear(state(10));
  place(10);
  expect(waiting.due()).toEqual([]);
  waiting.hear(applied(13));
  expect(waiting.due().map(({ sequence }) => sequence)).toEqual([17n, 18n, 19n]);
});

test('none is sent 16 numbers or more above the oldest that is not judged', () => {
  const { waiting } = waitingEvents(40);
  const [first, ...others] = waiting.due();
  for (const event of others) waiting.judge(event, null);
  expect(waiting.due()).toEqual([first]);
});

test('more refusals than are remembered make what was placed be asked for again', () => {
  const { waiting, judged, place } = waitingEvents(1);
  waiting.hear(state(10));
  for (let offset = 10; offset < 300; offset += 1) waiting.hear(refused(offset, null));
  place(10);
  expect(judged).toEqual([]);
  expect(waiting.due()).toHaveLength(1);
});

test('what is signed is sent alone', () => {
  expect(waitingEvents(3, { signature: 'a:b' }).waiting.due()).toHaveLength(1);
  expect(waitingEvents(3).waiting.due()).toHaveLength(3);
});
