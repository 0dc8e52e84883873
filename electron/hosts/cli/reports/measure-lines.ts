/** The measures of a recording, one line each. */

import type { Measures } from '../../../../shared/domain/quality/measures.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import type { ScanResult } from '../../../../shared/engine-api/messages.ts';
import { MEASURES } from '../strings/reports.ts';

export function measureLines({ measures, frames, sampleRate }: ScanResult): readonly string[] {
  const { loudness, loudnessRange, truePeak, noiseFloor, speechLevel, signalToNoise, decayTime, bandwidth } = measures;
  return [
    line(MEASURES.length, MEASURES.frames(frames, sampleRate, formatDuration(frames / sampleRate))),
    line(MEASURES.loudness, figure(loudness, 'LUFS')),
    line(MEASURES.loudnessRange, figure(loudnessRange, 'LU')),
    line(MEASURES.truePeak, figure(truePeak, 'dBTP')),
    line(MEASURES.speechLevel, figure(speechLevel, 'dBFS')),
    line(MEASURES.noiseFloor, figure(noiseFloor, 'dBFS')),
    line(MEASURES.signalToNoise, figure(signalToNoise, `dB, ${MEASURES.estimated}`)),
    line(MEASURES.worstMinute, worst(measures, sampleRate)),
    line(MEASURES.clippedSamples, String(measures.clippedSamples)),
    line(MEASURES.hum, hum(measures)),
    line(
      MEASURES.reverberation,
      decayTime === null ? MEASURES.unknown : `${decayTime.toFixed(2)} s, ${MEASURES.estimated}`,
    ),
    line(MEASURES.bandwidth, bandwidth === null ? MEASURES.unknown : `${Math.round(bandwidth)} Hz`),
  ];
}

function line(name: string, value: string): string {
  return `${`${name}:`.padEnd(24)}${value}`;
}

function figure(value: number | null, unit: string): string {
  return value === null ? MEASURES.unknown : `${value.toFixed(1)} ${unit}`;
}

function worst({ worstMinute }: Measures, sampleRate: number): string {
  if (worstMinute === null) return MEASURES.unknown;
  const { fromFrame, signalToNoise } = worstMinute;
  return MEASURES.minute(formatDuration(fromFrame / sampleRate), fromFrame, signalToNoise.toFixed(1));
}

function hum({ hum: found }: Measures): string {
  return found === null ? MEASURES.none : `${found.frequency.toFixed(2)} Hz, ${found.level.toFixed(1)} dBFS`;
}
