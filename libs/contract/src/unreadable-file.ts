const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check the path',
  ENOTDIR: 'there is no such file; check the path',
  EISDIR: 'it is a directory; name the file in it',
  EACCES: 'this user may not read it; let its owner give the right',
};

/**
 * Says why a file could not be read, with the fix, as the end of a sentence that names it.
 * @returns undefined if the error is not from reading a file
 */
export function whyUnreadable(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return undefined;
  return sentences[code] ?? `it cannot be read (${code})`;
}
