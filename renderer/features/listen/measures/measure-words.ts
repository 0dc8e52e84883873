/** The measures of a take, one column each. */

import type { MeasuresView, TakeView } from '../../../../shared/contract/views.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { MEASURES } from '../strings.ts';

export interface MeasureColumn {
  /** The column's heading, and what it means: shown on hover. */
  readonly label: readonly [name: string, meaning: string];
  readonly words: (measures: MeasuresView, take: TakeView) => string;
}

export const MEASURE_COLUMNS: readonly MeasureColumn[] = [
  { label: MEASURES.loudness, words: ({ loudness }) => figure(loudness, 'LUFS') },
  { label: MEASURES.range, words: ({ loudnessRange }) => figure(loudnessRange, 'LU') },
  { label: MEASURES.peak, words: ({ truePeak }) => figure(truePeak, 'dBTP') },
  { label: MEASURES.speech, words: ({ speechLevel }) => figure(speechLevel, 'dBFS') },
  { label: MEASURES.noise, words: ({ noiseFloor }) => figure(noiseFloor, 'dBFS') },
  { label: MEASURES.ratio, words: ({ signalToNoise }) => figure(signalToNoise, 'dB') },
  {
    label: MEASURES.worstMinute,
    words: ({ worstMinute }, { sampleRate }) =>
      worstMinute === null
        ? MEASURES.unknown
        : `${formatDuration(worstMinute.fromFrame / sampleRate)}, ${figure(worstMinute.signalToNoise, 'dB')}`,
  },
  {
    label: MEASURES.clipping,
    words: ({ clippedSamples }) => (clippedSamples === 0 ? MEASURES.none : clippedSamples.toLocaleString('en')),
  },
  {
    label: MEASURES.hum,
    words: ({ hum }) => (hum === null ? MEASURES.none : `${hum.frequency.toFixed(1)} Hz, ${figure(hum.level, 'dBFS')}`),
  },
  {
    label: MEASURES.reverb,
    words: ({ decayTime }) => (decayTime === null ? MEASURES.unknown : `${decayTime.toFixed(1)} s`),
  },
  {
    label: MEASURES.bandwidth,
    words: ({ bandwidth }) => (bandwidth === null ? MEASURES.unknown : `${(bandwidth / 1000).toFixed(1)} kHz`),
  },
];

function figure(value: number | null, unit: string): string {
  return value === null ? MEASURES.unknown : `${value.toFixed(1).replace('-', '−')} ${unit}`;
}
