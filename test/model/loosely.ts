import type { LogRecord } from '#log';

/** The headers of a record that nobody has signed, in each way that there is. */
export function withoutSignature(right: string): LogRecord['headers'][] {
  return [{}, { Signature: Buffer.from(right) }, { signature: null }];
}

/** The same bytes in base64 or base64url, written with a last bit that means nothing. */
export function loosely(text: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return text.replace(/(.)(=*)$/, (_, last: string, padding: string) => {
    return `${digits[digits.indexOf(last) ^ 1] ?? last}${padding}`;
  });
}
