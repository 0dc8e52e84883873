/** The measures of a take in a podcaster's words, a column each. */

import type { MeasuresView, TakeView } from '../../../../shared/contract/views.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';

export interface MeasureColumn {
  readonly name: string;
  /** What it means, for who points at it. */
  readonly meaning: string;
  readonly words: (measures: MeasuresView, take: TakeView) => string;
}

const UNKNOWN = '–';

export const MEASURE_COLUMNS: readonly MeasureColumn[] = [
  {
    name: 'Loudness',
    meaning: 'How loud it is on the whole. Podcasts aim at −16 LUFS in stereo.',
    words: ({ loudness }) => figure(loudness, 'LUFS'),
  },
  {
    name: 'Range',
    meaning: 'How far quiet and loud passages are apart.',
    words: ({ loudnessRange }) => figure(loudnessRange, 'LU'),
  },
  {
    name: 'Peak',
    meaning: 'The highest point of the wave, between the samples too. Above −1 dBTP it may distort where it is played.',
    words: ({ truePeak }) => figure(truePeak, 'dBTP'),
  },
  {
    name: 'Voice',
    meaning: 'How loud the voice is while somebody speaks.',
    words: ({ speechLevel }) => figure(speechLevel, 'dBFS'),
  },
  {
    name: 'Noise',
    meaning: 'How loud it is while nobody speaks: the lower the quieter.',
    words: ({ noiseFloor }) => figure(noiseFloor, 'dBFS'),
  },
  {
    name: 'Voice over noise',
    meaning: 'How far the voice stands above the noise, estimated. Above 30 dB noise is hardly heard.',
    words: ({ signalToNoise }) => figure(signalToNoise, 'dB'),
  },
  {
    name: 'Worst minute',
    meaning: 'Where the voice stands out least, and by how much.',
    words: ({ worstMinute }, { sampleRate }) =>
      worstMinute === null
        ? UNKNOWN
        : `${formatDuration(worstMinute.fromFrame / sampleRate)}, ${figure(worstMinute.signalToNoise, 'dB')}`,
  },
  {
    name: 'Cut-off peaks',
    meaning: 'Samples at which the recording was too loud for the recorder.',
    words: ({ clippedSamples }) => (clippedSamples === 0 ? 'none' : clippedSamples.toLocaleString('en')),
  },
  {
    name: 'Hum',
    meaning: 'A steady tone from the mains.',
    words: ({ hum }) => (hum === null ? 'none' : `${hum.frequency.toFixed(1)} Hz, ${figure(hum.level, 'dBFS')}`),
  },
  {
    name: 'Echo',
    meaning: 'How long the room goes on sounding, estimated. Below 0.3 s it is dry.',
    words: ({ decayTime }) => (decayTime === null ? UNKNOWN : `${decayTime.toFixed(1)} s`),
  },
  {
    name: 'Reaches up to',
    meaning: 'The highest frequency with any sound in it: 3.4 kHz is a telephone, 15 kHz and more is full sound.',
    words: ({ bandwidth }) => (bandwidth === null ? UNKNOWN : `${(bandwidth / 1000).toFixed(1)} kHz`),
  },
];

function figure(value: number | null, unit: string): string {
  return value === null ? UNKNOWN : `${value.toFixed(1).replace('-', '−')} ${unit}`;
}
