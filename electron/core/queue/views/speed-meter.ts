/** How fast the queue is: seconds of audio restored a second, what is under way included, over the last minute of work. */

const WINDOW_MS = 60_000;
/** Below this span a figure would only be noise. */
const SHORTEST_MS = 3000;

export interface SpeedMeter {
  /**
   * @param restoredSeconds of audio so far, work in progress by its share; it may fall when jobs leave the queue
   * @param active whether anything runs
   * @returns null when nothing runs or too little is known yet
   */
  read(restoredSeconds: number, active: boolean): number | null;
}

export function createSpeedMeter(monotonic: () => number): SpeedMeter {
  let samples: { readonly at: number; readonly restored: number }[] = [];
  return {
    read(restored, active) {
      const at = monotonic();
      const last = samples.at(-1);
      if (!active || (last !== undefined && restored < last.restored)) samples = [];
      if (!active) return null;
      samples.push({ at, restored });
      while (samples.length > 2 && at - (samples[1]?.at ?? at) > WINDOW_MS) samples.shift();
      const first = samples[0];
      if (first === undefined || at - first.at < SHORTEST_MS || restored <= first.restored) return null;
      return ((restored - first.restored) / (at - first.at)) * 1000;
    },
  };
}
