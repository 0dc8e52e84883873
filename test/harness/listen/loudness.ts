/** Integrated loudness (ITU-R BS.1770-5) of stereo sound at 48 kHz, with the browser's own filters. For tests in Chromium. */

const RATE = 48_000;
/** The two filters of annex 1, at 48 kHz. */
const SHELF = [
  [1.53512485958697, -2.69169618940638, 1.19839281085285],
  [1, -1.69065929318241, 0.73248077421585],
] as const;
const HIGH_PASS = [
  [1, -2, 1],
  [1, -1.99004745483398, 0.99007225036621],
] as const;
const BLOCK = RATE * 0.4;
const STEP = RATE * 0.1;

/** LUFS. */
export async function loudnessOf(left: Float32Array, right: Float32Array): Promise<number> {
  const context = new OfflineAudioContext(2, left.length, RATE);
  const buffer = new AudioBuffer({ length: left.length, numberOfChannels: 2, sampleRate: RATE });
  buffer.copyToChannel(left.slice(), 0);
  buffer.copyToChannel(right.slice(), 1);
  const source = new AudioBufferSourceNode(context, { buffer });
  let last: AudioNode = source;
  for (const [feedforward, feedback] of [SHELF, HIGH_PASS]) {
    last = last.connect(new IIRFilterNode(context, { feedforward: [...feedforward], feedback: [...feedback] }));
  }
  last.connect(context.destination);
  source.start();
  const weighted = await context.startRendering();
  const powers: number[] = [];
  for (let from = 0; from + BLOCK <= left.length; from += STEP) {
    powers.push(powerOf(weighted.getChannelData(0), from) + powerOf(weighted.getChannelData(1), from));
  }
  const audible = powers.filter((power) => levelOf(power) > -70);
  const gate = levelOf(mean(audible)) - 10;
  return levelOf(mean(audible.filter((power) => levelOf(power) > gate)));
}

function powerOf(samples: Float32Array, from: number): number {
  let sum = 0;
  for (let i = from; i < from + BLOCK; i++) sum += (samples[i] ?? 0) ** 2;
  return sum / BLOCK;
}

function levelOf(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
