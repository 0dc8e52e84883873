/** Levels as words. Pure. */

import { voicesWords } from '../../../shared/domain/export/left-out-words.ts';
import type { SoundFigures } from '../../../shared/domain/export/level.ts';
import type { ExportFigures } from '../../../shared/engine-api/export-messages.ts';
import { EXPORTED } from './strings.ts';

/** `−23.4 → −16.0 LUFS, peak −1.2 dBTP, peaks limited`. */
export function figureWords({ before, after, gain, limited, lowered, voices }: ExportFigures): string {
  const words = [
    `${levelWords(before)} → ${levelWords(after)} LUFS`,
    ...(after.truePeak === null ? [] : [EXPORTED.peak(signed(after.truePeak, 1))]),
    ...(voices === undefined ? [] : [voicesWords(voices)]),
    ...(limited ? [EXPORTED.limited] : []),
    ...(lowered === true ? [EXPORTED.lowered((-gain).toFixed(1))] : []),
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
