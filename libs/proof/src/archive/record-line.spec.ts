import { anchorOf, type LogRecord } from '#log';
import { lineOfRecord, recordOfLine } from './record-line.js';

const plain: LogRecord = {
  partition: 3,
  offset: 7,
  recordedAtMs: 1_795_000_000_000,
  key: Buffer.from('main'),
  value: Buffer.from('{"a":"é\u2028"}'),
  headers: {},
};
const noText = Buffer.from([0xff, 0x00, 0xc3, 0x28]);

/** Headers without inherited members, as the log gives them. */
function headersOf(entries: readonly [string, LogRecord['headers'][string]][]) {
  const headers = Object.create(null) as Record<string, LogRecord['headers'][string]>;
  for (const [name, value] of entries) headers[name] = value;
  return headers;
}

describe('a record in the archive', () => {
  it.each<[string, Partial<LogRecord>]>([
    ['of text', {}],
    ['without key and value', { key: null, value: null }],
    [
      'of bytes that are no UTF-8',
      { key: noText, value: noText, headers: headersOf([['a', noText]]) },
    ],
    ['with a byte order mark', { value: Buffer.from('\uFEFF{}') }],
    ['with line feeds', { value: Buffer.from('a\nb\r\n') }],
    ['of an empty value', { value: Buffer.alloc(0) }],
    ['with a time that no clock has', { recordedAtMs: -9_223_372_036_854_775_000 }],
    ['that ends a transaction', { steppedOver: 'marker', key: Buffer.alloc(4) }],
    [
      'with a header of each name',
      {
        headers: headersOf([
          ['__proto__', Buffer.from('x')],
          ['7', null],
        ]),
      },
    ],
    [
      'with a header that came twice',
      {
        headers: headersOf([
          ['id', [Buffer.from('x'), null, noText]],
          ['z', Buffer.from('')],
        ]),
      },
    ],
  ])('%s is read as it was written, with the same anchor', (_, changes) => {
    const record = { ...plain, headers: headersOf([]), ...changes };
    const line = lineOfRecord(record);
    expect(line).not.toContain('\n');
    const read = recordOfLine(3, line);
    expect(read).toEqual(record);
    expect(Object.keys(read?.headers ?? {})).toEqual(Object.keys(record.headers));
    expect(anchorOf(read as LogRecord)).toBe(anchorOf(record));
  });

  it('of text can be read by people', () => {
    const headers = headersOf([['signature', Buffer.from('ops-1:AAAA')]]);
    expect(lineOfRecord({ ...plain, value: Buffer.from('{}'), headers })).toBe(
      '{"offset":7,"time":1795000000000,"key":"main","value":"{}","headers":[["signature","ops-1:AAAA"]]}',
    );
  });

  const line = lineOfRecord({ ...plain, value: noText, headers: headersOf([['a', noText]]) });
  it.each<[string, string]>([
    ['no JSON', '{"offset":7'],
    ['another value', 'null'],
    ['another order of members', line.replace(/^\{("offset":7),("time":\d+)/, '{$2,$1')],
    ['one member more', line.replace('{', '{"more":1,')],
    ['a member twice', line.replace('{', '{"offset":6,')],
    ['one member less', line.replace('"key":"main",', '')],
    ['a space', line.replace(',', ', ')],
    ['base64 of what is UTF-8', line.replace('"main"', '{"base64":"bWFpbg=="}')],
    ['base64 that is none', line.replace('"/wDDKA=="', '"/wDDKA!="')],
    ['a time that is a text', line.replace(/"time":(\d+)/, '"time":"$1"')],
    ['an offset with a fraction of zero', line.replace('"offset":7', '"offset":7.0')],
    ['an offset that is a text', line.replace('"offset":7', '"offset":"7"')],
    ['an offset below zero', line.replace('"offset":7', '"offset":-7')],
    ['no headers', line.replace(/"headers":.*\}$/, '"headers":null}')],
    ['another reason to be passed', line.replace(/\}$/, ',"steppedOver":"x"}')],
    ['a character that is none', line.replace('main', String.raw`\ud800`)],
  ])('is not read from a line with %s', (_, other) => {
    expect(other).not.toBe(line);
    expect(recordOfLine(3, line)).toBeDefined();
    expect(recordOfLine(3, other)).toBeUndefined();
  });
});
