/** Work that many wait for at once and that is done once for all of them. */

/**
 * @param work covers whatever was there when it began
 * @returns a function that resolves when a run that began after the call is over. Those who call during a run share the next one;
 *   where it fails, all of them are told
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    next = null;
    running = work().finally(() => {
      running = null;
    });
    return running;
  }

  return () => {
    if (next !== null) return next;
    if (running === null) return run();
    next = running.then(run, run);
    return next;
  };
}
