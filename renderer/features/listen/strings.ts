/** Words of the comparison. */

export const LISTEN = {
  title: 'Listen',
  emptyTitle: 'Hear before and after',
  emptyText: 'Choose a finished recording. Original and results play in sync, and one key switches between them.',
  emptyNothing: 'Nothing is finished yet. Results appear here as soon as the first one is ready.',
  toDesk: 'Go to Desk',
  recent: 'Recently finished',
  /** The column beside the takes. */
  side: 'Measures and verdict',
  loading: 'Opening the comparison…',
  failed: 'Comparison unavailable',
  tryAgain: 'Try again',
  dragOut: 'Drag to another program: the same file as Save',
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
  deliveredOf: (label: string) => `${label} as delivered`,
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
  output: 'As delivered',
  as: (words: string) => `As delivered: ${words}`,
  loudness: (value: string) => `${value} LUFS`,
  preparing: 'Reading the delivered file…',
  problems: {
    missing: 'The delivered file was moved or deleted.',
    changed: 'The delivered file was changed since.',
  },
} as const;

export const OTHERS = {
  add: 'Add a take…',
  note: 'Earlier results of this recording',
  remove: (label: string) => `Remove ${label} from the comparison`,
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
