/** Words of the preview. */

import { signed } from '../../../components/presets/sound-words.ts';

export const PREVIEW = {
  title: 'Strength and loudness',
  text: (label: string) => `Hear ${label} at another strength or loudness before you save it.`,
  button: 'Preview',
  buttonNote: 'Switch between the preview and the result as the model made it',
  measuring: 'Measuring… Until then, the preview plays without its loudness.',
  sounds: (loudness: number | null, peak: number | null) =>
    [
      'The export will have',
      loudness === null ? 'no sound' : `${signed(loudness, 1)} LUFS`,
      ...(peak === null ? [] : [`and peaks of ${signed(peak, 1)} dBTP`]),
    ].join(' '),
  limited: 'Peaks are limited, as in the export.',
  notYetLimited: 'Peaks aren’t limited yet in this preview.',
  notYetQuieter: (decibels: number) =>
    `Peaks aren’t limited yet in this preview, so it plays ${decibels.toFixed(1)} dB quieter.`,
  done: (fraction: number) => `${Math.floor(fraction * 100)} %`,
  neverLimited: 'The export will limit peaks. This preview doesn’t.',
  neverQuieter: (decibels: number) =>
    `The export will limit peaks. This preview doesn’t, so it plays ${decibels.toFixed(1)} dB quieter.`,
  matched: 'Level match is on: the preview plays as loud as the original.',
  unmatch: 'Turn off',
  save: 'Save with these settings',
  saveNote: 'The recording keeps these settings. A file that is already in your folder stays there.',
} as const;
