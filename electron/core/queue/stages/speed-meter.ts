/** Recent speeds: of the whole queue in seconds of audio per second, and of one transfer in bytes per second. */

import type { TransferView } from '../../../../shared/contract/views.ts';

const WINDOW_MS = 60_000;
/** A figure over a shorter span would be noise. */
const SHORTEST_MS = 3000;

export interface SpeedMeter {
  /**
   * @param restoredSeconds seconds of audio restored so far, jobs at work by their share; falls when jobs leave the queue
   * @param active whether anything runs
   * @returns null when nothing runs or too little was measured
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

/** Progress and recent speed of one transfer. */
export function transferMeter(
  kind: TransferView['kind'],
  monotonic: () => number,
): (sentBytes: number, totalBytes: number | null) => TransferView {
  const window: { at: number; bytes: number }[] = [];
  return (sentBytes, totalBytes) => {
    const at = monotonic();
    window.push({ at, bytes: sentBytes });
    while (window.length > 2 && at - (window[0]?.at ?? at) > 3000) window.shift();
    const first = window[0];
    const spanMs = first === undefined ? 0 : at - first.at;
    const bytesPerSecond = first === undefined || spanMs < 200 ? null : ((sentBytes - first.bytes) / spanMs) * 1000;
    return { kind, sentBytes, totalBytes, bytesPerSecond };
  };
}

/** Seconds that an upload still takes at its recent speed; 0 for anything else, and while the speed is unknown. */
export function uploadSeconds(transfer: TransferView | null): number {
  if (transfer?.kind !== 'upload' || transfer.totalBytes === null || !transfer.bytesPerSecond) return 0;
  return Math.round((transfer.totalBytes - transfer.sentBytes) / transfer.bytesPerSecond);
}
