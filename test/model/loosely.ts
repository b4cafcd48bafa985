import type { LogRecord } from '#log';

/** The headers of an unsigned record, in every possible form. */
export function withoutSignature(right: string): LogRecord['headers'][] {
  return [{}, { Signature: Buffer.from(right) }, { signature: null }];
}

/** The same bytes in base64 or base64url, with a change in the unused last bits. */
export function loosely(text: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return text.replace(/(.)(=*)$/, (_, last: string, padding: string) => {
    return `${digits[digits.indexOf(last) ^ 1] ?? last}${padding}`;
  });
}
