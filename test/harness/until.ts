/** Waits for what another process, or a later turn of the event loop, brings about. */

const LOOK_MS = 10;

/**
 * @param look asked again and again while it gives null or false
 * @throws Error when nothing else comes in time
 */
export async function until<Result>(
  look: () => Result | Promise<Result>,
  timeoutMs = 60_000,
): Promise<Exclude<Result, null | false>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found as Exclude<Result, null | false>;
    if (performance.now() > end) throw new Error(`It did not happen within ${timeoutMs / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
