/** The measures of a recording in words, a line each. */

import { formatDuration } from '../../../../shared/domain/units.ts';
import type { Measures } from '../../../../shared/engine-api/measures.ts';
import type { ScanResult } from '../../../../shared/engine-api/messages.ts';

const UNKNOWN = 'cannot be told';

export function measureLines({ measures, frames, sampleRate }: ScanResult): readonly string[] {
  const { loudness, loudnessRange, truePeak, noiseFloor, speechLevel, signalToNoise, decayTime, bandwidth } = measures;
  return [
    line('Length', `${frames} frames at ${sampleRate} Hz, ${formatDuration(frames / sampleRate)}`),
    line('Integrated loudness', figure(loudness, 'LUFS')),
    line('Loudness range', figure(loudnessRange, 'LU')),
    line('True peak', figure(truePeak, 'dBTP')),
    line('Speech level', figure(speechLevel, 'dBFS')),
    line('Noise floor', figure(noiseFloor, 'dBFS')),
    line('Signal-to-noise ratio', figure(signalToNoise, 'dB, estimated')),
    line('Worst minute', worst(measures, sampleRate)),
    line('Clipped samples', String(measures.clippedSamples)),
    line('Hum', hum(measures)),
    line('Reverberation time', decayTime === null ? UNKNOWN : `${decayTime.toFixed(2)} s, estimated`),
    line('Bandwidth', bandwidth === null ? UNKNOWN : `${Math.round(bandwidth)} Hz`),
  ];
}

function line(name: string, value: string): string {
  return `${`${name}:`.padEnd(24)}${value}`;
}

function figure(value: number | null, unit: string): string {
  return value === null ? UNKNOWN : `${value.toFixed(1)} ${unit}`;
}

function worst({ worstMinute }: Measures, sampleRate: number): string {
  if (worstMinute === null) return UNKNOWN;
  const { fromFrame, signalToNoise } = worstMinute;
  return `from ${formatDuration(fromFrame / sampleRate)} (frame ${fromFrame}), ${signalToNoise.toFixed(1)} dB`;
}

function hum({ hum: found }: Measures): string {
  return found === null ? 'none' : `${found.frequency.toFixed(2)} Hz, ${found.level.toFixed(1)} dBFS`;
}
