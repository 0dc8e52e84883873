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
  limited: (decibels: number) =>
    `The export will limit peaks. The preview doesn’t, so it plays ${decibels.toFixed(1)} dB quieter.`,
  limitedAlone: 'The export will limit peaks. The preview doesn’t.',
  matched: 'Level match is on: the preview plays as loud as the original.',
  unmatch: 'Turn off',
  save: 'Save with these settings',
  saveNote: 'The recording keeps these settings. A file that is already in your folder stays there.',
} as const;
