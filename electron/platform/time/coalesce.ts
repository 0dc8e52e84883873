/** Coalescing: callers that wait for the same work share one run. */

/**
 * @param work covers everything that existed when the run started
 * @returns a function that resolves when a run that started after the call has finished. Callers during a run share the next one; when it
 *   fails, all of them get the error
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
