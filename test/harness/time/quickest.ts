/** Compares how long two pieces of work take: both suffer alike on a crowded machine, so a ratio holds where milliseconds don't. */

/** @returns milliseconds of the quickest of several rounds: others use the processors as well */
export function quickest(work: (round: number) => void, rounds = 20): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    work(round);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}
