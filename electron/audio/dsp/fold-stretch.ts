/** A stretch of stereo as one channel, by what it contains: nothing cancels, and a silent side takes no level away. */

/** Share of a sum's energy in that of its channels below which they cancel in it. */
const CANCELLED = 0.1;
/** Fraction of the louder side's energy, -40 dB; a side below it is silent. */
const SILENT = 1e-4;

/** @param interleaved left and right in turn @returns their weights */
export function weightsIn(interleaved: Float32Array): readonly [left: number, right: number] {
  let [left, right, both] = [0, 0, 0];
  for (let i = 0; i + 1 < interleaved.length; i += 2) {
    const [one, other] = [interleaved[i] as number, interleaved[i + 1] as number];
    left += one * one;
    right += other * other;
    both += (one + other) * (one + other);
  }
  if (right < SILENT * left) return [1, 0];
  if (left < SILENT * right) return [0, 1];
  return both < CANCELLED * (left + right) ? [0.5, -0.5] : [0.5, 0.5];
}
