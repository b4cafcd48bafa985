import type { ValueMessage } from '#contract';
import { frameText } from '../testing/frames.js';
import { ValueGate } from './value-gate.js';

const value = (version: number) => JSON.parse(frameText({ version })) as ValueMessage;

/** Makes a gate whose board shows `main` or not, and the owner's position, if it sends pulses. */
function gateOf(isShown: boolean, position?: number): ValueGate {
  return new ValueGate({ has: () => isShown }, { positionOf: () => position });
}

test('a frame is taken up to ten thousand records after the newest pulse', () => {
  const gate = gateOf(true, 90_000);
  expect(gate.mayTakeFrame(value(90_001))).toBe(true);
  expect(gate.mayTakeFrame(value(100_000))).toBe(true);
  expect(gate.mayTakeFrame(value(100_001))).toBe(false);
  expect(gate.mayTakeFrame(value(4_000_000_000))).toBe(false);
});

test('no frame is taken while no owner is heard', () => {
  expect(gateOf(true).mayTakeFrame(value(1))).toBe(false);
});

test.each<[string, boolean, number | undefined, number, boolean]>([
  ['at the position of pulse and ledger is taken', true, 50, 50, true],
  ['that the owner has not named yet waits for its next pulse', true, 49, 50, false],
  ['of a pool that is not shown is taken a little ahead of its owner', false, 49, 50, true],
  ['of a shown pool waits while no owner is heard', true, undefined, 50, false],
  ['of a pool that is not shown is taken while no owner is heard', false, undefined, 50, true],
  ['above the ledger is not taken, whatever the owner says', false, 4_000_000_000, 49, false],
  ['above the ledger is not taken while no owner is heard', false, undefined, 49, false],
])('a stored value %s', (_, isShown, heard, position, isTaken) => {
  expect(gateOf(isShown, heard).mayTakeStored(value(50), position)).toBe(isTaken);
});

test('what the ledger has not reached is forged, stored or as a frame', () => {
  const gate = gateOf(true, 100);
  expect(gate.isForged(value(101), 100)).toBe(true);
  expect(gate.isForged(value(100), 100)).toBe(false);
  gate.mayTakeFrame(value(4_000_000_000));
  expect(gate.isForged(value(100), 100)).toBe(true);
  // It is logged once.
  expect(gate.isForged(value(100), 100)).toBe(false);
});

test('a frame that was only fast is not taken for forged', () => {
  const gate = gateOf(true, 100);
  expect(gate.mayTakeFrame(value(20_000))).toBe(false);
  expect(gate.isForged(value(20_000), 30_000)).toBe(false);
});
