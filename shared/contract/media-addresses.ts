/**
 * Addresses of media, served same-origin with the page: `app://` in the desktop, the loopback listener in the browser host.
 * A take is `original:JOB`, `result:GENERATION`, or `difference:GENERATION`: the original without the result, of which there are
 * samples and tiles only. PCM answers are interleaved stereo float32, little-endian, exactly `frames` frames, silence outside the recording.
 */

export const MEDIA_PATHS = {
  peaks: '/media/peaks',
  pcm: '/media/pcm',
  tile: '/media/tile',
  file: '/media/file',
  upload: '/media/upload',
} as const;

/** GET: the peaks file of a take (shared/engine-api/peaks-format). */
export function peaksAddress(take: string): string {
  return `${MEDIA_PATHS.peaks}?take=${encodeURIComponent(take)}`;
}

/**
 * GET: samples of a take.
 * @param fromFrame first frame, counted at `sampleRate`
 * @param frames how many, at most MOST_PCM_ADDRESS_FRAMES
 * @param sampleRate Hz: the rate of the listener's clock; the engine resamples every take to it
 */
export function pcmAddress(take: string, fromFrame: number, frames: number, sampleRate: number): string {
  return `${MEDIA_PATHS.pcm}?take=${encodeURIComponent(take)}&from=${fromFrame}&frames=${frames}&rate=${sampleRate}`;
}

/** Ten seconds at 48 kHz: one address never keeps a server busy for long. */
export const MOST_PCM_ADDRESS_FRAMES = 480_000;

/**
 * GET: a spectrogram of a window of a take, a byte for each row of each column (shared/engine-api/tile-messages says which).
 * @param window counted at `sampleRate`, in Hz, of which the half is the highest row
 */
export function tileAddress(
  take: string,
  window: { readonly fromFrame: number; readonly frames: number; readonly sampleRate: number },
  grid: { readonly columns: number; readonly rows: number; readonly scale: 'linear' | 'mel' },
): string {
  const { fromFrame, frames, sampleRate } = window;
  const { columns, rows, scale } = grid;
  const where = `take=${encodeURIComponent(take)}&from=${fromFrame}&frames=${frames}&rate=${sampleRate}`;
  return `${MEDIA_PATHS.tile}?${where}&columns=${columns}&rows=${rows}&scale=${scale}`;
}

/** GET: the file of a take, with its name, for saving. Range requests are answered. */
export function fileAddress(take: string): string {
  return `${MEDIA_PATHS.file}?take=${encodeURIComponent(take)}`;
}

/**
 * POST: a recording without a path, as the request's body; it becomes a managed copy in the library. Answers
 * `{path}`: the absolute path to hand to `queue.add`.
 */
export function uploadAddress(fileName: string): string {
  return `${MEDIA_PATHS.upload}?name=${encodeURIComponent(fileName)}`;
}
