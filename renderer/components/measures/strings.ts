/** Words of the measures. */

export const MEASURE_WORDS = {
  title: 'Measures',
  unknown: '–',
  none: 'none',
  changed: (take: string) => `${take}: what changed`,
  unchanged: 'No audible change.',
  loudness: ['Loudness, LUFS', 'Average loudness (ITU-R BS.1770, EBU R 128). Podcasts aim for −16 LUFS in stereo.'],
  range: ['Range, LU', 'The difference between quiet and loud passages (EBU Tech 3342).'],
  peak: [
    'True peak, dBTP',
    'The highest level, also between samples (ITU-R BS.1770). Above −1 dBTP it may distort on playback.',
  ],
  speech: ['Speech level, dBFS', 'How loud the speech is, without the pauses.'],
  noise: ['Noise floor, dBFS', 'The level between words. Lower is quieter.'],
  ratio: [
    'Speech over noise, dB',
    'How far the speech stands above the noise, estimated. Above 30 dB, noise is hardly audible.',
  ],
  worstMinute: ['Worst minute at', 'Where the minute begins in which speech stands out least from the noise.'],
  lostSpeech: [
    'Speech lost',
    'How much of the original’s speech is silent in the result. Measured before delivery: levels are compared every 16 ms, and only places with a voice count.',
  ],
  clipping: ['Clipped samples', 'Number of samples that were too loud for the recorder.'],
  hum: ['Hum', 'A steady tone from mains power.'],
  reverb: [
    'Room, s',
    'How long the room keeps ringing, estimated as reverberation time (RT60, ISO 3382). Below 0.3 s is dry.',
  ],
  bandwidth: [
    'Bandwidth, kHz',
    'The highest frequency in the recording. 3.4 kHz sounds like a telephone, 15 kHz and more sounds natural.',
  ],
} as const;

/** Decibels are rounded: nobody hears a tenth. */
const decibels = (value: number): string => `${Math.round(value)} dB`;

/** `7`, `16.8`: to a tenth, where that is one. */
const kilohertz = (hertz: number): string => String(Number((hertz / 1000).toFixed(1)));

/** `0.4 %`; never rounded to nothing. */
export function percent(share: number): string {
  return `${share > 0 && share < 0.001 ? '< 0.1' : (100 * share).toFixed(1)} %`;
}

export const MEASURE_CHANGES = {
  lostSpeech: (share: number) => `${percent(share)} of speech lost`,
  noSpeechLost: 'No speech lost',
  noise: (by: number, better: boolean) => `Noise floor ${decibels(by)} ${better ? 'lower' : 'higher'}`,
  speech: (by: number, better: boolean) => `Speech stands out ${decibels(by)} ${better ? 'more' : 'less'}`,
  room: (by: number, better: boolean) => `Room ${by.toFixed(1)} s ${better ? 'shorter' : 'longer'}`,
  humGone: (frequency: number) => `Hum at ${Math.round(frequency)} Hz removed`,
  clipping: (count: number) => `${count.toLocaleString('en')} clipped samples repaired`,
  /** @param left,before the highest frequencies, in Hz */
  bandwidth: (left: number, before: number) =>
    `Nothing above ${kilohertz(left)} kHz is left (before: ${kilohertz(before)} kHz)`,
} as const;
