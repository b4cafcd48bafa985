/**
 * Waits until `look` returns something other than undefined or false. The limit only prevents
 * hanging: on a busy machine everything takes longer.
 * @throws Error that names the missing thing, after `limitMs`.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  limitMs = 200_000,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited ${limitMs} ms in vain for ${what}${last ? ` (${String(last)})` : ''}`);
}
