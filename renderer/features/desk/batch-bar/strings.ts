/** Words of the batch bar: models, output, sound, price. */

import { countOf } from '../../../../shared/domain/units.ts';

export const BAR = {
  models: 'Models',
  modelsTitle: 'Restore with',
  modelsNote: 'With both, you compare them and keep the better one. Each is billed on its own.',
  output: 'Output',
  outputTitle: 'Save results',
  outputs: {
    'beside-source': ['Beside the original', 'In the same folder, the model’s name added'],
    folder: ['In one folder', 'All results together'],
    library: ['In the library only', 'Listen here, save the ones you like'],
  },
  typeTitle: 'File type',
  types: {
    audio: ['Like the original', 'WAV stays WAV, M4A stays M4A'],
    mp3: ['MP3', 'Small files, ready to publish'],
  },
  folderTitle: 'Save results in a folder',
  folderLabel: 'Folder on the computer where Cleartake runs',
  folderHint: 'The complete path. It is created when it is not there.',
  folderRelative: 'This is not a complete path. It begins with / or, on Windows, with a drive such as C:\\.',
  folderAction: 'Use this folder',
  pause: 'Pause all',
  resume: 'Resume all',
  start: (count: number) => (count === 0 ? 'Start' : `Start ${count}`),
} as const;

export const SOUND = {
  name: 'Sound',
  asRestored: 'As restored',
  strength: 'Strength',
  strengthNote: 'Less leaves some of the room: the original is mixed in, in step with the result.',
  loudness: 'Loudness',
  kept: 'Keep',
  loudnessNote: 'LUFS: −16 is usual for stereo podcasts, −19 for mono. Peaks are at most −1 dBTP.',
  format: 'Format',
  formatNote: 'Tags, cover and chapters come along. Videos keep their pictures as they are.',
  formats: {
    source: 'Like the original',
    wav16: 'WAV, 16 bit',
    wav24: 'WAV, 24 bit',
    wavFloat: 'WAV, float',
    flac: 'FLAC',
    mp3: 'MP3',
    m4a: 'M4A (AAC)',
    opus: 'Opus',
  },
} as const;

export const QUOTE = {
  free: 'Free on this computer',
  nothingToPay: 'Nothing to pay',
  nothingToPayShort: 'nothing to pay',
  unknown: 'Cost unknown',
  unknownShort: 'cost unknown',
  unknownWhy: (models: string, count: number, connection: string) =>
    `${models} ${count === 1 ? 'has' : 'have'} no price on ${connection}. Set it under Connections.`,
  unknownElsewhere: 'Some recordings were added for a connection without prices. Set them under Connections.',
  nothing: 'Nothing waits for Start',
  estimate: 'about',
  minimum: (usd: string) => `of it ${usd} for the 60-second minimum`,
  measuring: 'Being measured',
  unmeasured: (count: number) => `${count} still being measured`,
  reusable: (count: number) => `${countOf(count, 'result')} from history, not paid again`,
  anew: 'Restore anew',
  paidAgain: 'all restored anew, and paid again',
  notAnew: 'Use history',
  anewHint:
    'These recordings were restored with the same model and settings before. Restoring them anew is paid again.',
} as const;
