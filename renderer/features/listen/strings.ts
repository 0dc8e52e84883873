/** Words of the comparison. */

import { signed } from '../../components/presets/sound-words.ts';

export const LISTEN = {
  title: 'Listen',
  emptyTitle: 'Hear before and after',
  emptyText: 'Choose a finished recording. Original and results play in sync, and one key switches between them.',
  emptyNothing: 'Nothing is finished yet. Results appear here as soon as the first one is ready.',
  toDesk: 'Go to Desk',
  recent: 'Recently finished',
  /** The column beside the takes. */
  side: 'Measures and verdict',
  loading: 'Opening…',
  failed: 'This recording can’t be opened',
  tryAgain: 'Try again',
  dragOut: 'Drag to another program: the file with the recording’s settings',
  playing: 'playing',
  selected: 'selected',
  gone: 'The file is missing, so it can’t be played.',
  copy: 'Listening copy: the file itself is missing.',
  broken: 'This take can’t be played.',
  format: (kilohertz: number, channels: number) =>
    `${kilohertz} kHz · ${channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels, heard in stereo`}`,
  noPeaks: 'No waveform available.',
  mute: 'No audio output found.',
  play: 'Play',
  pause: 'Pause',
  switchTakes: 'Switch',
  back: 'Back 5 seconds',
  forward: 'Forward 5 seconds',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Zoom to fit',
  position: 'Position',
  positionOf: (position: string, length: string) => `${position} of ${length}`,
  overview: 'Whole recording',
  /** Before the name of a take, for screen readers. */
  choose: 'Listen to',
  buffering: 'Loading audio…',
  differenceOf: (label: string) => `Difference, ${label}`,
  previewOf: (label: string) => `Preview, ${label}`,
  deliveredOf: (label: string) => `${label} as saved`,
  previewing: 'preview',
  nowHeard: (label: string) => `Listening to ${label}.`,
  picture: 'Picture of the takes',
  waveform: 'Waveform',
  spectrogram: 'Spectrogram',
  noSpectrogram: 'No spectrogram available.',
  frequencies: 'Frequency scale',
  /** As voices need it: low frequencies take more room. */
  mel: 'Mel',
  linear: 'Linear',
  contrast: 'Contrast',
  wheelHint: 'Scroll or pinch to zoom, Shift + scroll to move',
  kilohertz: (hertz: number) => (hertz < 1000 ? `${hertz} Hz` : `${hertz / 1000} kHz`),
  underPointer: (hertz: number, decibels: number | null) => {
    const frequency = hertz < 1000 ? `${Math.round(hertz)} Hz` : `${(hertz / 1000).toFixed(2)} kHz`;
    return decibels === null ? frequency : `${frequency} · ${Math.round(decibels).toString().replace('-', '−')} dB`;
  },
} as const;

export const REMOVED = {
  badge: 'removed',
  facts: 'Original minus this take',
  fromCopy: 'from the listening copy, whose compression is heard too',
  downMixed: (channels: number) => `${channels} channels, compared in stereo`,
} as const;

export const DELIVERED = {
  choice: (label: string) => `What to hear of ${label}`,
  raw: 'Raw',
  output: 'As saved',
  as: (words: string) => `As saved: ${words}`,
  loudness: (value: string) => `${value} LUFS`,
  preparing: 'Reading the saved file…',
  problems: {
    missing: 'The saved file was moved or deleted.',
    changed: 'The saved file was changed since.',
  },
} as const;

export const OTHERS = {
  add: 'Add a take…',
  note: 'Earlier results of this recording',
  remove: (label: string) => `Remove ${label} from the takes`,
} as const;

export const MARKS = {
  title: 'Places to hear',
  next: 'Next mark',
  previous: 'Previous mark',
  clipping: (take: string) => `Clipping in ${take}`,
  worstMinute: 'Worst minute of the original',
  difference: (one: string, other: string) => `${one} and ${other} differ most`,
  at: (label: string, position: string) => `${label}, ${position}`,
  several: (count: number) => `${count} marks`,
  more: (count: number) => `and ${count} more`,
} as const;

export const TRANSPORT = {
  difference: 'Difference',
  differenceNote: 'Hear only what the model removed or added',
  match: 'Level match',
  matchNote:
    'Play every take as loud as the original, so that you compare quality, not loudness. With a loop, its own loudness counts',
  matchIsOn: 'Level match on.',
  matchIsOff: 'Level match off.',
  matchedBy: (decibels: number) => `matched ${signedDecibels(decibels)} dB`,
  notMatched: 'not matched: loudness unknown',
  loop: 'Loop',
  loopNote: 'Loop what is in view, or drag over the ruler. [ and ] set start and end.',
  loopClear: 'Clear the loop',
  loopIs: (from: string, to: string) => `Loop from ${from} to ${to}.`,
  loopIsOff: 'Loop off.',
  ears: { left: 'Left', both: 'Both', right: 'Right' },
  earLetters: { left: 'L', both: 'L+R', right: 'R' },
  /** For screen readers: the choice, with what is chosen. */
  earChoice: (ear: 'left' | 'both' | 'right') => `Channels heard: ${ear}`,
  earNote: 'Hear only the left or the right channel of every take, from both loudspeakers',
  earIs: { left: 'Left channel only.', both: 'Both channels.', right: 'Right channel only.' },
  speed: 'Speed',
  times: (speed: number) => `${speed}×`,
  sound: 'Volume and output',
  volume: 'Volume',
  output: 'Output',
  systemOutput: 'System default',
  noNames: 'Your browser shows other devices once it may use the microphone.',
  outputFailed: 'This device isn’t available. Sound plays on the previous one.',
} as const;

/** With its sign and a real minus. */
function signedDecibels(decibels: number): string {
  const words = Math.abs(decibels).toFixed(1);
  return words === '0.0' ? words : `${decibels < 0 ? '−' : '+'}${words}`;
}

export const PREVIEW = {
  title: 'Strength and loudness',
  text: (label: string) => `Hear ${label} at another strength or loudness before you save it.`,
  button: 'Preview',
  buttonNote: 'Switch between the preview and the result as the model made it',
  measuring: 'Measuring… Until then, the preview plays without its loudness.',
  sounds: (loudness: number | null, peak: number | null) =>
    [
      'The file will have',
      loudness === null ? 'no sound' : `${signed(loudness, 1)} LUFS`,
      ...(peak === null ? [] : [`and peaks of ${signed(peak, 1)} dBTP`]),
    ].join(' '),
  limited: 'Peaks are limited, as in the file.',
  notYetLimited: 'Peaks aren’t limited yet in this preview.',
  notYetQuieter: (decibels: number) =>
    `Peaks aren’t limited yet in this preview, so it plays ${decibels.toFixed(1)} dB quieter.`,
  done: (fraction: number) => `${Math.floor(fraction * 100)} %`,
  neverLimited: 'The file will have limited peaks. This preview doesn’t.',
  neverQuieter: (decibels: number) =>
    `The file will have limited peaks. This preview doesn’t, so it plays ${decibels.toFixed(1)} dB quieter.`,
  leveled: 'Voices are leveled, as in the file.',
  notYetLeveled: 'Voices aren’t leveled yet in this preview.',
  matched: 'Level match is on: the preview plays as loud as the original.',
  unmatch: 'Turn off',
} as const;

export const IN_REVIEW = {
  title: 'Held for review',
  goTo: 'Go to this place',
  /** On its mark. */
  place: (take: string) => `Failed check in ${take}`,
  /** It left the queue, perhaps because it is restored again. */
  over: 'This recording has left the queue.',
  redone: 'The recording is being restored again.',
  accepted: 'Accepted.',
  next: (left: number) => `Next to review (${left})`,
  toDesk: 'Go to Desk',
} as const;

export const OPINIONS = {
  title: 'Your verdict',
  reject: 'Reject',
  rejectTake: (take: string) => `Reject ${take}`,
  better: 'Better than…',
  betterThan: (take: string) => `Better than ${take}`,
  undo: 'Undo',
  undoNamed: (verdict: string) => `Undo: ${verdict}`,
  kept: 'Verdict saved',
  /** @param left other files that were to be moved, and stayed */
  output: (take: string, fileNames: readonly string[], left: number) =>
    `${take} is kept: ${fileNames.join(' and ')}.${left === 0 ? '' : ' Another file was changed by someone and stayed in the folder.'}`,
  withoutSecond: (why: string) => `The second file couldn’t be saved. ${why}`,
  withdrawn: 'Verdict taken back',
} as const;

export const BATCH_STEPS = {
  group: 'Recordings',
  previous: 'Previous recording',
  next: 'Next recording',
  at: (at: number, of: number) => `${at} of ${of}`,
  /** What is stepped through, for the tooltip. */
  of: {
    review: 'held for review',
    batch: 'in this batch',
    queue: 'in the queue',
  },
  /** For screen readers, when another recording is shown. */
  arrived: (name: string, at: number, of: number) => `${name}, recording ${at} of ${of}.`,
} as const;

export const TRYING = {
  title: 'Try another model',
  /** After a part was tried: what becomes of the whole. */
  after: 'The whole recording',
  /** @param from,to as `12:04` */
  range: (from: string, to: string) => `${from}–${to}`,
  choose: 'Loop a passage or zoom in, and send only that.',
  note: 'Restore only this passage, to compare.',
  tooShort: 'Choose at least one second.',
  tryPassage: 'Try this passage with…',
} as const;

export const SAVE_TAKE = {
  what: 'What to save',
  heard: (take: string) => `${take}, as you hear it`,
  /** @param loudness in LUFS; null where the level stays */
  sound: (strength: string, loudness: string | null) =>
    `${strength} strength${loudness === null ? ', level unchanged' : `, ${loudness} LUFS`}; format, name and place as set`,
  raw: (take: string) => `${take}, raw`,
  rawNote: 'As the model made it: its own level and format',
  partOf: 'A passage or another take',
  partNote: 'Without strength, loudness or level match',
  more: 'All settings…',
  go: 'Save',
  take: 'Take',
  removed: (take: string) => `What ${take} removed`,
  part: 'How much',
  whole: 'The whole recording',
  /** @param from,to as `12:04.400` */
  passage: (from: string, to: string) => `${from} – ${to}`,
  passageHint: 'To save a passage, loop it or zoom in first.',
  format: 'Format',
  formats: { wav24: 'WAV, 24-bit', flac: 'FLAC', mp3: 'MP3' },
  making: (what: string, percent: number) => `Saving ${what}: ${percent} %`,
  cancelOf: (what: string) => `Cancel saving ${what}`,
  cancelled: (what: string) => `Saving ${what} was cancelled. No file was saved.`,
} as const;

export const KEEPING = {
  keep: (take: string) => `Keep ${take}`,
  lead: (take: string) =>
    `${take} is saved with the recording’s settings, unless that file is already there. Nothing is sent or paid.`,
  others: 'Other files of this recording',
  and: ' and ',
  leave: (takes: string) => `Leave the file of ${takes} where it is`,
  setAside: (takes: string) => `Move the file of ${takes} to Cleartake’s library. Undo brings it back.`,
  cancel: 'Cancel',
} as const;
