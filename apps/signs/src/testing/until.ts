/** Asks until the condition holds. @throws Error after the limit. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 10_000,
): Promise<void> {
  const limit = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`after ${limitMs} ms it is not so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
