/**
 * Windows for spectra, periodic. Loops of named functions: V8 drops the optimized code of a callback with the recording that made it, and
 * would optimize it again for the next.
 */

/** The Hann window. */
export function hannWindow(size: number): Float32Array {
  const window = new Float32Array(size);
  for (let i = 0; i < size; i++) window[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size);
  return window;
}

/** The square root of the Hann window, for use before and after a transform: overlapping squares add up to a constant. */
export function rootHannWindow(size: number): Float32Array {
  const window = new Float32Array(size);
  for (let i = 0; i < size; i++) window[i] = Math.sqrt(0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  return window;
}
