/** Words of presets and of settings. */

import type { FolderLayout, OutputPlace } from '../../../shared/domain/batch/batch-preset.ts';
import type { ExportChannels, ExportFormat, VideoOutput } from '../../../shared/domain/export/settings.ts';
import type { SamplingPreset } from '../../../shared/domain/models.ts';
import type { TagName } from '../../../shared/domain/naming/tags.ts';
import { countOf } from '../../../shared/domain/units.ts';

export const PRESET_WORDS = {
  /** For screen readers. */
  said: (name: string, isEdited: boolean, parts: readonly string[]) =>
    `Preset ${name}${isEdited ? ' edited' : ''}: ${parts.join(', ')}`,
  edited: 'edited',
  custom: 'Custom settings',
  list: 'Choose a preset',
  standard: 'Default',
  import: 'Import…',
  exportAll: 'Export all',
  save: 'Save',
  cancel: 'Cancel',
  menu: (name: string) => `Actions for ${name}`,
  edit: 'Edit…',
  editTitle: (name: string) => `Edit “${name}”`,
  new: 'New preset',
  newTitle: 'New preset',
  newName: 'My preset',
  builtIn: 'Comes with Cleartake. Duplicate it to change it.',
  rename: 'Rename…',
  duplicate: 'Duplicate',
  makeDefault: 'Use for new recordings',
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
  ownModel: 'A model of your own',
  onlyHere: 'Only this computer has this model.',
  goneModel: 'This model is no longer on this computer.',
  perMinute: (usd: string) => `${usd} USD a minute`,
  free: 'free',
  noPrice: 'no price set',
  restoration: 'Sound',
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
  target: 'Target',
  targetNote: 'In LUFS. Podcast apps expect −16. Peaks are limited only above the ceiling.',
  ownTarget: 'Own…',
  ownLoudness: 'Own loudness',
  unitLufs: 'LUFS, −36 to −8',
  mono: 'Mono',
  monoLoudness: 'Loudness of mono',
  monoNote: (stereo: string) => `LUFS. 3 below is as loud as stereo at ${stereo}.`,
  ceiling: 'Peak ceiling',
  unitPeak: 'dBTP',
  monoLufs: (level: string) => `mono ${level} LUFS`,
  peaks: (level: string) => `peaks ${level} dBTP`,
  channels: 'Channels',
  channelsKept: {
    source: 'As recorded',
    mono: 'Mono',
    'mono-if-silent': 'Mono if one side is silent',
  } satisfies Record<ExportChannels, string>,
  /** Of a row that differs from its batch. */
  channelsOwn: {
    source: 'all channels',
    mono: 'mono',
    'mono-if-silent': 'mono if a side is silent',
  } satisfies Record<ExportChannels, string>,
  channelsNote: 'Mono leaves out a silent side and corrects inverted polarity.',
  format: 'Format',
  formatNote: 'Tags, cover art and chapters are kept.',
  bitRate: 'Bit rate',
  usualBitRate: 'Usual for mono or stereo',
  kilobits: (rate: number) => `${rate} kbit/s`,
  video: 'Videos',
  videoNote: 'A video keeps its picture, which isn’t re-encoded, and gets the restored sound.',
  videoOutputs: { picture: 'Keep the picture', sound: 'Sound only' } satisfies Record<VideoOutput, string>,
  /** For chips and the bar. */
  shortVideo: { picture: 'videos stay videos', sound: 'sound of videos only' } satisfies Record<VideoOutput, string>,
  fileDate: 'File date',
  tags: {
    title: 'Title',
    artist: 'Artist',
    album: 'Album or show',
    number: 'Episode number',
    year: 'Year',
    genre: 'Genre',
    comment: 'Comment',
  } satisfies Record<TagName, string>,
  tagExamples: {
    title: '{name}',
    artist: 'Ann Example',
    album: '{show}',
    number: '{n}',
    year: '2026',
    genre: 'Podcast',
    comment: 'Restored {date}',
  } satisfies Record<TagName, string>,
  tagsNote: (tokens: string) =>
    `Empty fields keep the recording’s own tags. Placeholders: ${tokens}. {show} is the folder that the recording is in.`,
  cover: 'Cover',
  tagCount: (count: number) => countOf(count, 'tag'),
  asTagged: 'own tags kept',
  otherTags: 'other tags',
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
  besideOrLibrary: 'next to the original (uploads: library)',
  inFolder: { mirrored: (name: string) => `in “${name}”`, flat: (name: string) => `all in “${name}”` },
  chooseFolder: 'Choose…',
  folderTitle: 'Output folder',
  folderLabel: 'Folder on the computer that runs Cleartake',
  folderHint: 'Enter the full path; ~ and variables work. The folder is created if it doesn’t exist.',
  folderExample: '/home/me/Podcast/restored',
  folderRelative: 'Enter a full path. It starts with / or, on Windows, with a drive such as C:\\.',
  folderAction: 'Use this folder',
  naming: 'File name',
  namingNote: 'Use / for subfolders. Existing files are never replaced: a name that is taken gets a number.',
  addToken: (token: string) => `Add ${token}`,
  takeToken: (token: string) => `Use ${token}`,
  nameTaken: 'name taken, numbered',
  /** @param characters such as `: ?` */
  nameReplaced: (characters: string) => `${characters} replaced`,
  exampleConnection: 'This computer',
  otherName: 'other file name',
  tracks: 'Audio tracks',
  tracksNote: 'Of files that have several. It decides when a file is added; a row’s menu changes it.',
  trackRules: {
    default: 'The one that the file chooses',
    speech: 'The first with speech',
    all: 'All with sound, each as a recording',
    named: 'By title or language',
  },
  trackExample: 'Mic, or deu',
  shortTracks: { default: 'file’s track', speech: 'first track with speech', all: 'all tracks' },
  trackNamed: (text: string) => `track “${text}”`,
  keepsFileTime: 'Keep the original’s file date',
  keepsFileTimeNote: 'Otherwise a result has the date on which it is saved.',
  shortFileTimes: { kept: 'original’s date', now: 'date of saving' },
  preview: 'Preview',
  exampleName: 'ep-041 interview.wav',
  asRestored: 'as restored',
  levelKept: 'level kept',
  fullStrength: '100 %',
  /** @param word of a restoration preset that isn’t ours */
  lufs: (level: string) => `${level} LUFS`,
} as const;

/** A file of the person's that outputs get. */
export const COVER = {
  note: 'A JPEG or PNG. Without one, the recording keeps its own.',
  typedNote: 'Full path of a JPEG or PNG. Empty keeps the recording’s own.',
  choose: 'Choose a picture…',
  remove: 'Remove',
  example: '/home/me/Podcast/cover.jpg',
} as const;

export const BOOKENDS = {
  intro: 'Intro',
  outro: 'Outro',
  file: {
    note: 'None',
    typedNote: 'Full path of a sound file. Empty for none.',
    choose: 'Choose a file…',
    remove: 'Remove',
    example: '/home/me/Podcast/jingle.wav',
  },
  crossFade: 'Cross-fade',
  crossFadeUnit: 'seconds, 0 to 10',
  note: 'Both get the loudness of the recording. A video that keeps its picture gets neither.',
  /** For the section’s tab, which is narrow. */
  tab: { none: 'none', intro: 'intro', outro: 'outro', both: 'both' },
  /** For chips and the bar. */
  short: { none: 'none', intro: 'intro', outro: 'outro', both: 'intro + outro' },
  without: { intro: 'no intro', outro: 'no outro' },
  shortFade: (seconds: string) => `cross-fade ${seconds} s`,
} as const;

/** The second file of a result. */
export const ALSO = {
  label: 'Also save as',
  none: 'Nothing else',
  note: 'A second file of each result, such as an archive. It costs nothing more. Of a video it’s the sound.',
  bitRate: 'Bit rate of the second file',
  loudness: 'As loud as the first file',
  loudnessNote: 'Otherwise its level is kept.',
  /** For chips and the bar. */
  short: (format: string) => `also ${format}`,
  shortNone: 'no second file',
} as const;

export const SETTINGS_DIALOG = {
  title: 'Settings for new recordings',
  sections: {
    models: ['Models', 'Which models restore the recordings. Both can be compared in Listen.'],
    sound: ['Sound', 'How much is restored, and which tracks of a file.'],
    loudness: ['Loudness', 'One level for all, and how high peaks may go.'],
    file: ['File', 'The format of the outputs.'],
    around: ['Intro and outro', 'Sound before and after each recording.'],
    place: ['Name and place', 'Where outputs go, and what they are called.'],
    tags: ['Tags', 'What players and podcast apps show.'],
  },
  sectionList: 'Sections',
  none: 'off',
  original: 'original',
  tagsKept: 'kept',
  beside: 'beside',
  library: 'library',
  preset: (name: string) => `Preset: ${name}`,
  /** Each recording keeps the settings that it has. */
  asBefore: 'as before',
  choosePreset: 'Choose a preset',
  changes: (count: number) => (count === 0 ? 'no changes' : countOf(count, 'change')),
  reset: 'Reset',
  savePreset: 'Save as preset…',
  updatePreset: (name: string) => `Save in “${name}”`,
  cancel: 'Cancel',
  done: 'Done',
  preview: 'Preview',
  oddFirst: 'Preview · odd ones first',
  more: (count: number) => `and ${countOf(count, 'other')}`,
  keepsPicture: 'video: keeps its picture',
  soundOnly: 'video: only its sound is saved',
  asMono: (side: string) => `${side} side is silent: saved as mono`,
  levels: (before: string, after: string) => `${before} → ${after} LUFS`,
  level: (after: string) => `${after} LUFS`,
  /** Of the second file. */
  secondKept: 'second file: level kept',
  sides: { left: 'left', right: 'right' },
} as const;

/** What was measured before and after the export. */
export const EXPORTED = {
  silent: 'silence',
  peak: (level: string) => `peak ${level} dBTP`,
  limited: 'peaks limited',
  lowered: (decibels: string) => `lowered by ${decibels} dB to fit the format`,
} as const;
