/** What still is poor about a result, and what is odd about a recording's channels, in words: one line for a row, and one that says more. */

import { assertNever } from '../errors.ts';
import { formatChangeDetail, formatChangeTitle } from '../export/format-change.ts';
import type { OutputNote } from './channel-notes.ts';
import type { Weakness } from './weaknesses.ts';

/** On a row, in front of the reason. */
export const COULD_BE_BETTER = 'Could be better';

export function weaknessTitle({ kind }: Weakness): string {
  const titles: Readonly<Record<Weakness['kind'], string>> = {
    noise: 'Background noise is still loud',
    reverb: 'Strong reverb remains',
    muffled: 'Sounds muffled',
  };
  return titles[kind];
}

/** `background noise is still loud, strong reverb remains` */
export function weaknessesInSentence(weaknesses: readonly Weakness[]): string {
  return weaknesses.map((one) => weaknessTitle(one).replace(/^./, (letter) => letter.toLowerCase())).join(', ');
}

export function weaknessDetail(weakness: Weakness): string {
  switch (weakness.kind) {
    case 'noise':
      return `Speech-to-noise ratio ${weakness.signalToNoise.toFixed(0).replace('-', '−')} dB.`;
    case 'reverb':
      return `Reverb ${weakness.decayTime.toFixed(2)} s.`;
    case 'muffled':
      return `Bandwidth ${(weakness.bandwidth / 1000).toFixed(1)} kHz.`;
    default:
      return assertNever(weakness, 'weakness');
  }
}

/** `Right channel is silent` */
export function channelNoteTitle(note: OutputNote): string {
  switch (note.kind) {
    case 'silent-side':
      return `${sideName(note.side)} channel is silent`;
    case 'faint-side':
      return `${sideName(note.side)} channel is ${note.decibels.toFixed(0)} dB quieter`;
    case 'inverted':
      return 'Channels cancel each other out in mono';
    case 'two-voices':
      return 'Two voices, one on each side';
    case 'offset':
      return 'Waveform is off center';
    case 'mixed-down':
      return `${note.channels} channels are mixed down`;
    case 'format':
      return formatChangeTitle(note);
    case 'resampled':
      return `Converted to ${kilohertz(note.to)}`;
    case 'no-bookends':
      return 'Without intro and outro';
    default:
      return assertNever(note, 'note');
  }
}

export function channelNoteDetail(note: OutputNote): string {
  switch (note.kind) {
    case 'silent-side':
    case 'faint-side':
      return 'The output keeps both channels. Set Channels to Mono to hear it on both sides.';
    case 'inverted':
      return 'One channel is inverted. The output keeps both as they are; set Channels to Mono to correct that.';
    case 'two-voices':
      return 'Each side is restored on its own. Before Start, Split into left and right makes a recording of each voice.';
    case 'offset':
      return 'It has a constant offset (DC), which the restoration removes.';
    case 'mixed-down':
      return 'The center keeps its level: −3 dB on each side. Choose another format to keep all channels.';
    case 'format':
      return formatChangeDetail(note);
    case 'resampled':
      return `This format can’t hold ${kilohertz(note.from)}.`;
    case 'no-bookends':
      return 'A video that keeps its picture gets none. Save its sound only to add them.';
    default:
      return assertNever(note, 'note');
  }
}

/** `44.1 kHz` */
function kilohertz(rate: number): string {
  return `${rate / 1000} kHz`;
}

function sideName(side: 'left' | 'right'): string {
  return side === 'left' ? 'Left' : 'Right';
}
