import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 (hex) of an act's JSON in the canonical form of RFC 8785. An approver signs
 * it again; neither the order of members nor white space changes it.
 */
export function actDigest(act: { readonly type: string; readonly data: unknown }): string {
  const { type, data } = act;
  return createHash('sha256').update(canonicalJson({ type, data })).digest('hex');
}

/**
 * Canonical JSON of RFC 8785: numbers and texts as in JavaScript, members by their UTF-16 code
 * units.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}
