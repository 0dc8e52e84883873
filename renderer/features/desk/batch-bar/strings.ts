/** Words of the batch bar: models, output, sound, price. */

import { countOf } from '../../../../shared/domain/units.ts';

export const BAR = {
  models: 'Models',
  modelsTitle: 'Restore with',
  modelsNote: 'Choose both to compare them. Each one is billed.',
  output: 'Output',
  outputTitle: 'Save results',
  outputs: {
    'beside-source': ['Next to the original', 'In the same folder, with the model’s name added'],
    folder: ['In one folder', 'All results together'],
    library: ['In the library only', 'Listen first, then save the ones you like'],
  },
  typeTitle: 'File type',
  types: {
    audio: ['Same as original', 'WAV stays WAV, M4A stays M4A'],
    mp3: ['MP3', 'Small files, ready to publish'],
  },
  mp3: 'MP3',
  folderTitle: 'Output folder',
  folderLabel: 'Folder on the computer that runs Cleartake',
  folderHint: 'Enter the full path. The folder is created if it doesn’t exist.',
  folderExample: '/home/me/Podcast/restored',
  folderRelative: 'Enter a full path. It starts with / or, on Windows, with a drive such as C:\\.',
  folderAction: 'Use this folder',
  pause: 'Pause all',
  resume: 'Resume all',
  start: (count: number) => (count === 0 ? 'Start' : `Start ${count}`),
} as const;

export const SOUND = {
  name: 'Sound',
  asRestored: 'As restored',
  strength: 'Strength',
  strengthNote: 'Lower values mix in more of the original.',
  loudness: 'Loudness',
  unchanged: 'Keep',
  loudnessNote: 'In LUFS: −16 is usual for stereo podcasts, −19 for mono. Peaks stay at or below −1 dBTP.',
  format: 'Format',
  formatNote: 'Tags, cover art and chapters are kept. Video isn’t re-encoded.',
  formats: {
    source: 'Same as original',
    wav16: 'WAV, 16-bit',
    wav24: 'WAV, 24-bit',
    wavFloat: 'WAV, 32-bit float',
    flac: 'FLAC',
    mp3: 'MP3',
    m4a: 'M4A (AAC)',
    opus: 'Opus',
  },
} as const;

/** What was measured before and after the export. */
export const EXPORTED = {
  silent: 'silence',
  peak: (level: string) => `peak ${level} dBTP`,
  limited: 'peaks limited',
} as const;

export const QUOTE = {
  free: 'Free on this computer',
  nothingToPay: 'Nothing to pay',
  nothingToPayShort: 'nothing to pay',
  unknown: 'Cost unknown',
  unknownShort: 'cost unknown',
  unknownWhy: (models: string, connection: string) =>
    `${connection} has no price for ${models}. Set it under Connections.`,
  unknownElsewhere: 'Some recordings use a connection without prices. Set them under Connections.',
  nothing: 'Nothing to start',
  estimate: (usd: string) => `about ${usd} USD`,
  minimum: (usd: string) => `includes ${usd} for the 60-second minimum`,
  recordings: (count: number) => countOf(count, 'recording'),
  models: (count: number) => countOf(count, 'model'),
  measuring: 'Measuring…',
  unmeasured: (count: number) => `${count} still being measured`,
  reusable: (count: number) => `${countOf(count, 'result')} from history at no charge`,
  again: 'Restore again',
  paidAgain: 'all restored and charged again',
  notAgain: 'Use history',
  againHint: 'These recordings were restored before with the same model and settings. Restoring them again is billed.',
} as const;
