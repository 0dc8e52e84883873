/** Export settings and levels as words. Pure. */

import { DEFAULT_STRENGTH, type ExportSettings } from '../../../../shared/domain/export-settings.ts';
import type { ExportFigures, SoundFigures } from '../../../../shared/engine-api/export-messages.ts';
import { EXPORTED, SOUND } from './strings.ts';

/** `As restored`, or the settings that differ: `70 % · −16 LUFS · FLAC`. */
export function soundWords({ strength, loudness, format }: ExportSettings): string {
  const words = [
    ...(strength === DEFAULT_STRENGTH ? [] : [percentWords(strength)]),
    ...(loudness === null ? [] : [`${signed(loudness)} LUFS`]),
    ...(format === 'source' ? [] : [SOUND.formats[format]]),
  ];
  return words.length === 0 ? SOUND.asRestored : words.join(' · ');
}

/** `−23.4 → −16.0 LUFS, peak −1.2 dBTP, peaks limited`. */
export function figureWords({ before, after, limited }: ExportFigures): string {
  const words = [
    `${levelWords(before)} → ${levelWords(after)} LUFS`,
    ...(after.truePeak === null ? [] : [EXPORTED.peak(signed(after.truePeak, 1))]),
    ...(limited ? [EXPORTED.limited] : []),
  ];
  return words.join(', ');
}

/** @param part 0 to 1 */
export function percentWords(part: number): string {
  return `${Math.round(part * 100)} %`;
}

/**
 * With a typographic minus sign.
 * @param digits decimals; all of them if absent
 */
export function signed(value: number, digits?: number): string {
  const words = digits === undefined ? String(value) : value.toFixed(digits);
  return words.replace('-', '−');
}

function levelWords({ loudness }: SoundFigures): string {
  return loudness === null ? EXPORTED.silent : signed(loudness, 1);
}
