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
  const began = Date.now();
  const deadline = began + limitMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      last = error;
    }
    // A look costs processor time, which what is waited for may need.
    const pauseMs = Math.min(20 + (Date.now() - began) / 20, 150);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`waited ${limitMs} ms in vain for ${what}${last ? ` (${String(last)})` : ''}`);
}
