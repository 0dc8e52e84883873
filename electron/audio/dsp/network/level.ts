/** The level that the restoration network hears: each frame is brought to the one that it was trained with, by its surroundings. */

/** Mean square of the speech that the network was trained with: -26 dBFS. */
const TRAINED_POWER = 0.05 ** 2;
/**
 * Frames to each side whose mean is a frame's level, 0.56 s. Longer means serve long noises better, and turn a second, quieter speaker down:
 * one 12 dB below the first loses 10 dB with 1.6 s, and 0.7 dB with this.
 */
const REACH = 35;
/** Of the mean to both sides: so much lower the mean to one side may be. */
const LEAST_SHARE = 0.1;
/** Of the loudest frame: nothing quieter is brought up to speech. */
const LEAST_OF_LOUDEST = 10 ** -2.6;
const TINY = 1e-10;

/**
 * By what each frame of a whole recording is multiplied before the network, and divided behind it.
 * @param power mean square of each frame's bands from 0 to 8 kHz
 */
export function levelFactors(power: Float64Array): Float64Array {
  const sums = new Float64Array(power.length + 1);
  for (let frame = 0; frame < power.length; frame++)
    sums[frame + 1] = (sums[frame] as number) + (power[frame] as number);

  /** The frames that there are, of those from `from` to `to`. */
  function mean(from: number, to: number): number {
    const [first, end] = [Math.max(0, from), Math.min(power.length, to + 1)];
    return ((sums[end] as number) - (sums[first] as number)) / (end - first);
  }

  const levels = power.map((_, frame) => {
    const around = mean(frame - REACH, frame + REACH);
    // What begins or ends within reach has the level of its own side, not of the silence beside it.
    const before = frame < REACH ? around : mean(frame - REACH, frame);
    const behind = frame > power.length - 1 - REACH ? around : mean(frame, frame + REACH);
    return Math.max(Math.min(before, behind, around), around * LEAST_SHARE);
  });
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  return levels.map((level) => Math.sqrt(TRAINED_POWER / Math.max(level, loudest * LEAST_OF_LOUDEST, TINY)));
}
