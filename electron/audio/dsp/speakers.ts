/** The speakers of channel layouts (FFmpeg's names), and how to mix down and reorder channels. */

/** In the order of their bits in a channel mask, which is also the order of the channels. */
const MASK_ORDER = [
  ...['FL', 'FR', 'FC', 'LFE', 'BL', 'BR', 'FLC', 'FRC', 'BC', 'SL', 'SR'],
  ...['TC', 'TFL', 'TFC', 'TFR', 'TBL', 'TBC', 'TBR'],
];

const SPEAKERS: Readonly<Record<string, string>> = {
  mono: 'FC',
  stereo: 'FL FR',
  '2.1': 'FL FR LFE',
  '3.0': 'FL FR FC',
  '3.0(back)': 'FL FR BC',
  '4.0': 'FL FR FC BC',
  quad: 'FL FR BL BR',
  'quad(side)': 'FL FR SL SR',
  '3.1': 'FL FR FC LFE',
  '5.0': 'FL FR FC BL BR',
  '5.0(side)': 'FL FR FC SL SR',
  '4.1': 'FL FR FC LFE BC',
  '5.1': 'FL FR FC LFE BL BR',
  '5.1(side)': 'FL FR FC LFE SL SR',
  '6.0': 'FL FR FC BC SL SR',
  '6.0(front)': 'FL FR FLC FRC SL SR',
  hexagonal: 'FL FR FC BL BR BC',
  '6.1': 'FL FR FC LFE BC SL SR',
  '6.1(back)': 'FL FR FC LFE BL BR BC',
  '6.1(front)': 'FL FR LFE FLC FRC SL SR',
  '7.0': 'FL FR FC BL BR SL SR',
  '7.0(front)': 'FL FR FC FLC FRC SL SR',
  '7.1': 'FL FR FC LFE BL BR SL SR',
  '7.1(wide)': 'FL FR FC LFE BL BR FLC FRC',
  '7.1(wide-side)': 'FL FR FC LFE FLC FRC SL SR',
  '3.1.2': 'FL FR FC LFE TFL TFR',
  '5.1.2': 'FL FR FC LFE SL SR TFL TFR',
  '5.1.2(back)': 'FL FR FC LFE BL BR TFL TFR',
  octagonal: 'FL FR FC BL BR BC SL SR',
  cube: 'FL FR BL BR TFL TFR TBL TBR',
};

/** One row for each output channel, with the weights of the input channels. */
export type MixMatrix = readonly (readonly number[])[];

/** @param layout FFmpeg's name @returns null for a layout without speakers, such as `6 channels` */
export function speakersOf(layout: string): readonly string[] | null {
  const known = SPEAKERS[layout] ?? /^\d+ channels \((.+)\)$/.exec(layout)?.[1]?.replaceAll('+', ' ');
  const speakers = known?.split(' ') ?? null;
  return speakers?.every((speaker) => MASK_ORDER.includes(speaker)) ? speakers : null;
}

/** The channel mask of a layout, as in WAVE_FORMAT_EXTENSIBLE; null without speakers. */
export function channelMask(layout: string): bigint | null {
  const speakers = speakersOf(layout);
  return speakers?.reduce((mask, speaker) => mask | (1n << BigInt(MASK_ORDER.indexOf(speaker))), 0n) ?? null;
}

/** The channels that a restoration analyses: all except low-frequency effects, which contain no speech. */
export function isHeard(layout: string, channels: number): readonly boolean[] {
  const heard = Array.from({ length: channels }, (_, channel) => speakersOf(layout)?.[channel] !== 'LFE');
  return heard.includes(true) ? heard : heard.map(() => true);
}

/** Back and side channels are equivalent: formats differ in which they use. */
const TWINS: Readonly<Record<string, string>> = { BL: 'SL', BR: 'SR', SL: 'BL', SR: 'BR' };

/** The order that turns one layout into the other; null when their speakers differ. */
export function reordered(from: string, to: string): readonly number[] | null {
  const given = speakersOf(from);
  const wanted = speakersOf(to);
  if (given === null || wanted === null || given.length !== wanted.length) return null;
  const order = wanted.map((speaker) => {
    const same = given.indexOf(speaker);
    return same >= 0 ? same : given.indexOf(TWINS[speaker] ?? speaker);
  });
  return new Set(order).size === order.length && !order.includes(-1) ? order : null;
}

const HALF_POWER = Math.SQRT1_2;

/**
 * A speaker's weights in left and right (ITU-R BS.775, table 2): rear and height count as surround, center channels are split. BS.775 leaves
 * low-frequency effects to the user: they are in both sides at half of their level, because recorders that number their tracks write a
 * microphone there.
 */
const DOWN_MIX: Readonly<Record<string, readonly [number, number]>> = {
  FL: [1, 0],
  FR: [0, 1],
  FC: [HALF_POWER, HALF_POWER],
  LFE: [0.5, 0.5],
  FLC: [1, 0],
  FRC: [0, 1],
  BL: [HALF_POWER, 0],
  BR: [0, HALF_POWER],
  SL: [HALF_POWER, 0],
  SR: [0, HALF_POWER],
  BC: [0.5, 0.5],
  TC: [0.5, 0.5],
  TFL: [HALF_POWER, 0],
  TFC: [0.5, 0.5],
  TFR: [0, HALF_POWER],
  TBL: [HALF_POWER, 0],
  TBC: [0.5, 0.5],
  TBR: [0, HALF_POWER],
};

/**
 * Stereo downmix of more than two channels. Each has its level, so that a voice in the center is as loud as before (-3 dB on each side); a sum
 * may exceed full scale, which `createDownmix` limits. With unknown speakers both sides get all channels, at equal power.
 */
export function stereoOf(layout: string, channels: number): MixMatrix {
  const speakers = speakersOf(layout);
  if (speakers === null) return [0, 1].map(() => new Array<number>(channels).fill(1 / Math.sqrt(channels)));
  return [0, 1].map((side) => speakers.map((speaker) => DOWN_MIX[speaker]?.[side] ?? 0));
}

/** @returns one array for each row */
export function mixedBy(matrix: MixMatrix, block: readonly Float32Array[]): Float32Array[] {
  const frames = block[0]?.length ?? 0;
  return matrix.map((weights) => {
    const out = new Float32Array(frames);
    for (const [channel, samples] of block.entries()) {
      const weight = weights[channel] ?? 0;
      if (weight === 0) continue;
      for (let i = 0; i < frames; i++) out[i] = (out[i] as number) + weight * (samples[i] as number);
    }
    return out;
  });
}
