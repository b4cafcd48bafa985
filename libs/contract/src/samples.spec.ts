import { readdirSync, readFileSync } from 'node:fs';
import type { SigningKey } from '#pools';
import { decodeRecord } from './decode.js';
import { commandSchemas, tableEventSchemas } from './events.js';
import { jwkOf } from './jwk.js';
import { awardSchema, exceptionSchema, journalSchema, valueSchema } from './messages.js';
import { signAckSchema } from './sign-acks.js';
import { statementSchema } from './statement.js';
import { keyInForce, recordOf, signed } from './testing/record.js';

const folder = new URL('../samples/', import.meta.url);
const namesIn = (url: URL) => readdirSync(url).filter((name) => name.endsWith('.json'));
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as object;

const outputs = {
  award: awardSchema,
  exception: exceptionSchema,
  'pool-value': valueSchema,
  statement: statementSchema,
  'journal-block': journalSchema,
  'sign-ack': signAckSchema,
};
const eventTypes = Object.keys({ ...tableEventSchemas, ...commandSchemas });
const kindOf = (name: string) =>
  [...eventTypes, ...Object.keys(outputs)].find((kind) => name.startsWith(`${kind}.`));
const key = keyInForce();
const { context } = key;

test('there is a sample of every message of the contract, and no other file', () => {
  const kinds = namesIn(folder).map(kindOf);
  expect([...new Set(kinds)].sort()).toEqual([...eventTypes, ...Object.keys(outputs)].sort());
});

test.each(namesIn(folder).filter((name) => eventTypes.includes(kindOf(name) ?? '')))(
  'the event %s is taken, with nothing of its data lost',
  (name) => {
    const event = read(name) as { type: string; data: object };
    const signer = event.type === 'root.set' ? key.rootKey : key;
    const decoded = decodeRecord(signed(event, signer), context);
    if (event.type === 'jackpot.configured') {
      const {
        effective,
        replacesPending = false,
        ...configuration
      } = event.data as {
        effective: string;
        replacesPending?: boolean;
      };
      const data = { configuration, effective, replacesPending, exponent: 2 };
      expect(decoded).toMatchObject({ event: { data } });
    } else if (event.type === 'keys.set') {
      const { keys, ...data } = event.data as { keys: object[] };
      expect(decoded).toMatchObject({ event: { type: event.type, data } });
      const taken = (decoded as unknown as { event: { data: { keys: SigningKey[] } } }).event.data
        .keys;
      expect(taken.map(jwkOf)).toEqual(keys);
    } else {
      const { expires, ...data } = event.data as { expires?: string };
      const expiresMs = expires === undefined ? {} : { expiresMs: Date.parse(expires) };
      const whole = { ...data, ...expiresMs };
      expect(decoded).toMatchObject({ event: { type: event.type, data: whole } });
    }
  },
);

test.each(namesIn(folder).filter((name) => (kindOf(name) ?? '') in outputs))(
  'the output %s is what its schema says, with nothing besides',
  (name) => {
    const schema = outputs[kindOf(name) as keyof typeof outputs];
    expect(schema.parse(read(name))).toEqual(read(name));
  },
);

test.each(namesIn(new URL('refused/', folder)))('the sample refused/%s is refused so', (name) => {
  const [reason = ''] = name.split('.');
  // The raw file: parsing it would drop a duplicate member.
  const event = readFileSync(new URL(`refused/${name}`, folder));
  const record = reason === 'unsigned-command' ? recordOf(event) : signed(event, key);
  expect(decodeRecord(record, context)).toMatchObject({ refused: { reason } });
});
