/** Words of presets and of settings. */

import type { FolderLayout, OutputPlace } from '../../../shared/domain/batch/batch-preset.ts';
import type { ExportChannels, ExportFormat } from '../../../shared/domain/export/settings.ts';
import type { SamplingPreset } from '../../../shared/domain/models.ts';
import { countOf } from '../../../shared/domain/units.ts';

export const PRESET_WORDS = {
  label: 'Preset',
  edited: 'edited',
  custom: 'Custom settings',
  list: 'Choose a preset',
  standard: 'Default',
  import: 'Import…',
  exportAll: 'Export all',
  save: 'Save',
  cancel: 'Cancel',
  saveAs: 'Save as…',
  reset: 'Reset',
  menu: (name: string) => `Actions for ${name}`,
  edit: 'Edit…',
  editTitle: (name: string) => `Edit “${name}”`,
  new: 'New preset',
  newTitle: 'New preset',
  newName: 'My preset',
  builtIn: 'Comes with Cleartake. Duplicate it to change it.',
  rename: 'Rename…',
  duplicate: 'Duplicate',
  makeDefault: 'Start with this preset',
  noDefault: 'Start with the last preset',
  export: 'Export…',
  remove: 'Delete',
  nameTitle: 'Save as a new preset',
  renameTitle: 'Rename this preset',
  name: 'Name',
  copyOf: (name: string) => `${name}, copy`,
  removed: (name: string) => `Deleted the preset “${name}”.`,
  dropped: (name: string) => `The unsaved changes to “${name}” are gone.`,
  imported: (count: number) => `Imported ${countOf(count, 'preset')}.`,
  known: (names: string) => `Already here: ${names}.`,
  withoutFolder: (name: string, folder: string) =>
    `“${name}” saved to ${folder}, which isn’t available here. Its results go next to the original.`,
  fileTooLarge: 'This file is too large to be a file of presets.',
} as const;

export const PRESET_SETTINGS = {
  models: 'Models',
  modelsNote: 'Choose both to compare them. Each one is billed.',
  perMinute: (usd: string) => `${usd} USD a minute`,
  free: 'free',
  noPrice: 'no price set',
  restoration: 'Restoration preset',
  restorationNote: 'How the model treats noise and echo. Services other than this computer may ignore it.',
  noRestoration: 'Standard',
  restorations: {
    podcast: 'Podcast',
    interview: 'Interview',
    phone: 'Phone',
    archive: 'Archive',
    gentle: 'Gentle',
  } satisfies Record<SamplingPreset, string>,
  strength: 'Strength',
  strengthNote: 'Lower values mix in more of the original.',
  loudness: 'Loudness',
  unchanged: 'Keep',
  loudnessNote: 'In LUFS: −16 is usual for stereo podcasts, −19 for mono. Peaks stay at or below −1 dBTP.',
  channels: 'Channels',
  channelsKept: { source: 'Keep', mono: 'Mono' } satisfies Record<ExportChannels, string>,
  /** Of a row that differs from its batch. */
  channelsOwn: { source: 'all channels', mono: 'mono' } satisfies Record<ExportChannels, string>,
  channelsNote: 'Mono leaves out a silent side and corrects inverted polarity.',
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
  } satisfies Record<ExportFormat, string>,
  /** For chips and the bar. */
  shortFormats: {
    source: 'original format',
    wav16: 'WAV 16',
    wav24: 'WAV 24',
    wavFloat: 'WAV 32 float',
    flac: 'FLAC',
    mp3: 'MP3',
    m4a: 'M4A',
    opus: 'Opus',
  } satisfies Record<ExportFormat, string>,
  output: 'Save results',
  outputs: {
    'beside-source': ['Next to the original', 'In the same folder'],
    mirrored: ['In a folder, with subfolders', 'The folders that you added are kept inside it'],
    flat: ['In one folder', 'All results together'],
    library: ['In the library only', 'Listen first, then save the ones you like'],
  } satisfies Record<Exclude<OutputPlace['kind'], 'folder'> | FolderLayout, readonly [title: string, note: string]>,
  /** In a browser, where most recordings are uploads. */
  besideUploads:
    'For recordings added by path. An upload doesn’t tell Cleartake its folder, so its results stay in the library',
  shortOutputs: { 'beside-source': 'next to the original', library: 'library only' },
  besideOrLibrary: 'next to the original or in the library',
  inFolder: { mirrored: (name: string) => `in “${name}”`, flat: (name: string) => `all in “${name}”` },
  chooseFolder: 'Choose…',
  folderTitle: 'Output folder',
  folderLabel: 'Folder on the computer that runs Cleartake',
  folderHint: 'Enter the full path; ~ and variables work. The folder is created if it doesn’t exist.',
  folderExample: '/home/me/Podcast/restored',
  folderRelative: 'Enter a full path. It starts with / or, on Windows, with a drive such as C:\\.',
  folderAction: 'Use this folder',
  naming: 'File name',
  namingNote: 'With / you make folders. Existing files are never replaced: a name that is taken gets a number.',
  addToken: (token: string) => `Add ${token}`,
  takeToken: (token: string) => `Use ${token}`,
  nameTaken: 'name taken, numbered',
  /** @param characters such as `: ?` */
  nameReplaced: (characters: string) => `${characters} replaced`,
  exampleConnection: 'This computer',
  otherName: 'other file name',
  preview: 'Preview',
  exampleName: 'ep-041 interview.wav',
  asRestored: 'as restored',
  levelKept: 'level kept',
  fullStrength: '100 %',
  /** @param word of a restoration preset that isn’t ours */
  lufs: (level: string) => `${level} LUFS`,
} as const;

/** What was measured before and after the export. */
export const EXPORTED = {
  silent: 'silence',
  peak: (level: string) => `peak ${level} dBTP`,
  limited: 'peaks limited',
} as const;
