import { jest } from '@jest/globals';
import { LogLines } from './log-lines.js';

/** An output with room for some bytes. */
class Output {
  text = '';
  room = Infinity;
  error = 'ENOSPC';
  calls = 0;
  readonly write = (bytes: Buffer): number => {
    this.calls += 1;
    const length = Math.min(bytes.length, this.room);
    if (length === 0) throw Object.assign(new Error(this.error), { code: this.error });
    this.room -= length;
    this.text += bytes.toString('utf8', 0, length);
    return length;
  };
}

test('a line without room is dropped and counted, and the next that has room says so', () => {
  const output = new Output();
  const lines = new LogLines(output.write);
  const back: number[] = [];
  lines.onBack = (dropped) => back.push(dropped);
  lines.write('one\n');
  output.room = 0;
  lines.write('two\n');
  lines.write('three\n');
  expect([output.text, lines.dropped, back]).toEqual(['one\n', 2, []]);
  output.room = Infinity;
  lines.write('four\n');
  lines.write('five\n');
  expect([output.text, lines.dropped, back]).toEqual(['one\nfour\nfive\n', 2, [2]]);
});

test('a line that was written in part does not run into the next one', () => {
  const output = new Output();
  const lines = new LogLines(output.write);
  output.room = 2;
  lines.write('one\n');
  output.room = Infinity;
  lines.write('two\n');
  expect([output.text, lines.dropped]).toEqual(['on\ntwo\n', 1]);
});

afterEach(() => jest.restoreAllMocks());

test('a pipe that nobody reads holds a service up for one line of a second, and no more', () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const output = new Output();
  const lines = new LogLines(output.write);
  output.room = 0;
  output.error = 'EAGAIN';
  lines.write('one\n');
  expect(output.calls).toBe(11);
  for (let line = 0; line < 100; line += 1) lines.write('more\n');
  expect([output.calls, lines.dropped]).toEqual([111, 101]);
  clock.mockReturnValue(1_000);
  lines.write('later\n');
  expect(output.calls).toBe(122);
  lines.write('again\n');
  lines.write('{"level":"fatal","msg":"the end"}\n');
  expect(output.calls).toBe(122 + 1 + 11);
});
