import { jest } from '@jest/globals';
import { BrokerSilence } from './broker-silence.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pause = (forMs: number) => new Promise<void>((resolve) => setTimeout(resolve, forMs));

function listening() {
  const lines: string[] = [];
  const silence = new BrokerSilence({
    wait: (cause) => void lines.push(cause),
    recovered: () => void lines.push('back'),
  });
  silence.answered();
  let isOver = false;
  const onDoubt = () => void lines.push('doubt');
  void silence.listen(() => isOver, pause, onDoubt);
  return { silence, lines, end: () => (isOver = true) };
}

test('brokers that say nothing for five seconds are said to be away, and back when they answer', async () => {
  const { silence, lines, end } = listening();
  await jest.advanceTimersByTimeAsync(4_000);
  expect(lines).toEqual([]);
  await jest.advanceTimersByTimeAsync(3_000);
  expect([lines.at(-1), silence.isSilent()]).toEqual(['no answer for 5 s', true]);
  silence.answered();
  await jest.advanceTimersByTimeAsync(1_000);
  expect([lines.at(-1), silence.isSilent()]).toEqual(['back', false]);
  end();
});

test('after half a minute of silence the connections are doubted, once', async () => {
  const { lines } = listening();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(lines).not.toContain('doubt');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(lines.filter((line) => line === 'doubt')).toHaveLength(1);
});
