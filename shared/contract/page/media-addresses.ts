/**
 * Addresses of media, same-origin with the page: `app://` in the desktop, the loopback listener in the browser host. A take is
 * `original:JOB`, `result:GENERATION`, `delivered:GENERATION`, or a difference (shared/domain/listening/difference), which has samples, tiles and peaks, but no file.
 * PCM responses are interleaved stereo float32, little-endian, exactly `frames` frames, silent outside the recording.
 */

export const MEDIA_PATHS = {
  peaks: '/media/peaks',
  pcm: '/media/pcm',
  tile: '/media/tile',
  loudness: '/media/loudness',
  file: '/media/file',
  save: '/media/save',
  upload: '/media/upload',
  presets: '/media/presets',
  diagnostics: '/media/diagnostics',
} as const;

/** GET: the peaks file of a take (shared/engine-api/peaks-format). */
export function peaksAddress(take: string): string {
  return `${MEDIA_PATHS.peaks}?take=${encodeURIComponent(take)}`;
}

/**
 * GET: samples of a take.
 * @param fromFrame first frame, counted at `sampleRate`
 * @param frames how many, at most MOST_PCM_ADDRESS_FRAMES
 * @param sampleRate of playback, in Hz; the engine resamples every take to it
 */
export function pcmAddress(take: string, fromFrame: number, frames: number, sampleRate: number): string {
  return `${MEDIA_PATHS.pcm}?take=${encodeURIComponent(take)}&from=${fromFrame}&frames=${frames}&rate=${sampleRate}`;
}

/** Ten seconds at 48 kHz, so that one request never keeps the server busy for long. */
export const MOST_PCM_ADDRESS_FRAMES = 480_000;

/**
 * GET: the spectrogram of a window of a take, one byte per row and column (layout: shared/engine-api/tile-messages).
 * @param window counted at `sampleRate` (Hz), half of which is the highest row
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

/**
 * GET: how loud a passage of a take is as it is played, `{loudness}` in LUFS; null when it is not known.
 * @param passage counted at `sampleRate` (Hz), no longer than MOST_PASSAGE_SECONDS
 */
export function loudnessAddress(
  take: string,
  {
    fromFrame,
    frames,
    sampleRate,
  }: { readonly fromFrame: number; readonly frames: number; readonly sampleRate: number },
): string {
  return `${MEDIA_PATHS.loudness}?take=${encodeURIComponent(take)}&from=${fromFrame}&frames=${frames}&rate=${sampleRate}`;
}

/** Decoding more takes long. */
export const MOST_PASSAGE_SECONDS = 1800;

/** GET: the output of a result, as its preset says; made first unless it is there. @param take `result:GENERATION` */
export function saveAddress(take: string): string {
  return `${MEDIA_PATHS.save}?take=${encodeURIComponent(take)}`;
}

/** GET: the file of a take as it came, with its name for saving. Supports range requests. */
export function fileAddress(take: string): string {
  return `${MEDIA_PATHS.file}?take=${encodeURIComponent(take)}`;
}

/** GET: presets as a file that can be imported. @param id all of the person's own if absent */
export function presetsAddress(id?: string): string {
  return id === undefined ? MEDIA_PATHS.presets : `${MEDIA_PATHS.presets}?id=${encodeURIComponent(id)}`;
}

/** GET: the diagnostics file that a page was shown last. */
export function diagnosticsAddress(): string {
  return MEDIA_PATHS.diagnostics;
}

/**
 * POST: a recording without a path, as the request's body; it becomes a managed copy in the library. Returns `{path}`, the absolute
 * path for `queue.add`.
 */
export function uploadAddress(fileName: string): string {
  return `${MEDIA_PATHS.upload}?name=${encodeURIComponent(fileName)}`;
}
