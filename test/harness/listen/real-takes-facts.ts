/** What a test in the browser knows of the takes that the real engine serves beside it. */

/** Before the media's own addresses. */
export const REAL_TAKES = '/real-takes';

export const IMPULSES = {
  /** Hz; also the takes' names. */
  rates: [48_000, 44_100, 16_000],
  seconds: 12,
  /** Seconds between impulses: a whole number of frames at every rate. */
  every: 0.25,
  height: 0.5,
} as const;

/** The same tone at every rate, as loud as in `heights`. Its takes are named `tone-RATE`. */
export const TONE = { hertz: 440, heights: { 48000: 0.5, 44100: 0.25, 16000: 0.4 }, seconds: 12 } as const;
