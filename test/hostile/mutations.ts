import type { Random } from '#pit/random';
import { unheardJackpot, wildJackpots, type WildEvent } from './events.js';

/** Damages a text as a faulty cable, disk or program would. */
export function mutateBytes(random: Random, value: Buffer, other: Buffer): Buffer {
  let bytes = value;
  for (let left = 1 + random.below(4); left > 0; left -= 1)
    bytes = mutateOnce(random, bytes, other);
  return bytes;
}

function mutateOnce(random: Random, bytes: Buffer, other: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  const count = random.below(Math.min(32, bytes.length - at + 1));
  const [head, part, rest] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + count),
    bytes.subarray(at + count),
  ];
  switch (random.pick(['flip', 'delete', 'insert', 'splice', 'truncate', 'repeat', 'digit'])) {
    case 'flip': {
      const flipped = Buffer.from(bytes);
      if (at < flipped.length) flipped[at] = (flipped[at] as number) ^ (1 << random.below(8));
      return flipped;
    }
    case 'delete':
      return Buffer.concat([head, rest]);
    case 'insert': {
      const noise = Buffer.from(
        Array.from({ length: 1 + random.below(8) }, () => random.below(256)),
      );
      return Buffer.concat([head, noise, part, rest]);
    }
    case 'splice':
      return Buffer.concat([head, other.subarray(random.below(other.length + 1))]);
    case 'truncate':
      return head;
    case 'repeat':
      return Buffer.concat([
        head,
        ...Array.from({ length: 1 + random.below(50) }, () => part),
        rest,
      ]);
    default: {
      // Only a digit changes, so the record often stays valid. It may then post to a wild jackpot.
      const digits = [...bytes.entries()].filter(([, byte]) => byte >= 0x30 && byte <= 0x39);
      const changed = Buffer.from(bytes);
      if (digits.length > 0) changed[random.pick(digits)[0]] = 0x30 + random.below(10);
      return changed;
    }
  }
}

/** Marks a token that `JSON.stringify` cannot write; the text gets the token itself. */
const raw = (token: string): string => `\u0001${token}\u0002`;

const numbers = [
  '1e308',
  '1e400',
  '-0',
  '-1',
  '0',
  '1.5',
  '5000.0',
  '5e3',
  '9007199254740991',
].concat(
  ['9007199254740992', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ['NaN', 'Infinity', '00005000', '0x1388', '5_000'],
);
const texts = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'a/b',
  '../main',
  'ma\u0000in',
].concat(
  ['\u202Eniam', '富貴', 'e\u0301', '5000', 'null', '\ufeff', 'x'.repeat(65), '字'.repeat(21_000)],
  ['-1', '0', '9223372036854775807', '9223372036854775808', '1e3', ' 1', '１', unheardJackpot],
  [
    '2026-02-29T00:00:00Z',
    '2028-02-29T24:00:00Z',
    '2026-11-21',
    'bet.doubled',
    'Ks',
    wildJackpots[0] as string,
  ],
);

/** Values that no controller would write. */
function oddValue(random: Random): unknown {
  return random.pickWeighted({ number: 4, text: 4, surrogate: 1, deep: 0.3, other: 3 }) === 'number'
    ? raw(random.pick(numbers))
    : random.pick([
        random.pick(texts),
        random.pick(texts),
        raw('"\\ud800"'),
        raw('"\\udc00\\ud800"'),
        raw('"\\u0000"'),
        random.chance(0.02) ? raw('['.repeat(15_000) + ']'.repeat(15_000)) : raw('[[[[]]]]'),
        random.chance(0.02) ? raw('{"a":'.repeat(8_000) + '1' + '}'.repeat(8_000)) : {},
        null,
        true,
        [],
        {},
        [{}],
        { length: 3, 0: 'ante' },
        Array.from({ length: random.pick([3, 65, 3_000]) }, () => 'ante'),
      ]);
}

/** Changes the structure of an event one to three times. @returns its text */
export function mutateStructure(random: Random, event: WildEvent): string {
  const changed = structuredClone(event);
  let text = '';
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const holders = objectsIn(changed);
    const holder = random.pick(holders);
    const names = Object.keys(holder);
    const name = names.length > 0 ? random.pick(names) : 'round';
    switch (random.pick(['replace', 'replace', 'replace', 'remove', 'extra', 'twice', 'proto'])) {
      case 'replace':
        holder[name] = oddValue(random);
        break;
      case 'remove':
        delete holder[name];
        break;
      case 'extra':
        holder[random.pick(['traceparent', 'stake', 'jackpot', 'seat', '', 'x'.repeat(500)])] =
          oddValue(random);
        break;
      case 'twice':
        // `JSON.parse` takes the last of two members with the same name, here and in the service.
        text = `,${JSON.stringify(name)}:${JSON.stringify(oddValue(random))}`;
        break;
      default:
        holder[raw('__proto__')] = { subject: wildJackpots[0], stake: 5_000, isAdmin: true };
        holder[random.pick(['constructor', 'hasOwnProperty', 'toString', 'then'])] =
          oddValue(random);
    }
  }
  const whole = JSON.stringify(changed);
  return unescapeTokens(whole.endsWith('}') ? `${whole.slice(0, -1)}${text}}` : whole);
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(objectsIn);
  return [value as Record<string, unknown>, ...below];
}

function unescapeTokens(text: string): string {
  return text
    .replaceAll('"\\u0001__proto__\\u0002"', '"__proto__"')
    .replaceAll(/"\\u0001(.*?)\\u0002"/g, (_, token: string) => JSON.parse(`"${token}"`) as string);
}
