/** Every text of the audio engine that a person reads, apart from the error table (shared/domain/error-messages). */

import type { Message } from '../../shared/domain/error-messages/message.ts';

/** Of an MP4 or QuickTime file without its index. */
export const UNFINISHED: Message = {
  what: 'This recording was never finished: its recorder stopped before it wrote the index, without which nothing in the file can be found.',
  next: 'Open it in the app or device that recorded it, which may repair it, or use a repair tool with another recording of the same device. Then add it again.',
};

/** Of a recording of which only a part can be decoded, where that isn't enough. */
export const DAMAGED: Message = {
  what: 'Most of the recording is damaged.',
  next: 'Copy it from its source again, then add it again.',
};

export const JOINING = {
  differs: {
    what: 'These files can’t be joined: they differ in format, sample rate, channels or depth, or one is a video.',
    next: 'Restore each by itself.',
  },
} as const satisfies Record<string, Message>;

/** Why a recording cannot be restored, and what to export instead. */
export const UNSUPPORTED = {
  /** Names the channels, the sample rate (in Hz), or both: whichever is out of range. */
  shape: (
    channels: { readonly channels: number; readonly most: number } | null,
    rate: { readonly sampleRate: number; readonly lowest: number; readonly highest: number } | null,
  ): Message => {
    const found: string[] = [];
    const limits: string[] = [];
    const wanted: string[] = [];
    if (channels !== null) {
      found.push(`${channels.channels} channels`);
      limits.push(`up to ${channels.most} channels`);
      wanted.push('in stereo');
    }
    if (rate !== null) {
      found.push(`a sample rate of ${kilohertz(rate.sampleRate)} kHz`);
      limits.push(`${kilohertz(rate.lowest)} to ${kilohertz(rate.highest)} kHz`);
      wanted.push('at 48 kHz');
    }
    return {
      what: `This recording has ${found.join(' and ')}; Cleartake supports ${limits.join(' at ')}.`,
      next: `Export it ${wanted.join(' ')}, then add it again.`,
    };
  },
  /** @param codec FFmpeg's name of it, or null when it has none */
  codec: (codec: string | null): Message => ({
    what:
      codec === null
        ? 'Cleartake can’t read the codec of this recording.'
        : `This recording uses the codec ${codec}, which Cleartake can’t read.`,
    next: 'Export it as WAV, FLAC or MP3, then add it again.',
  }),
  protected: {
    what: 'The audio of this recording is encrypted, so Cleartake can’t read it.',
    next: 'Export it without copy protection as WAV, FLAC or MP3, then add it again.',
  },
  changing: {
    what: 'The sample rate or the number of channels changes within this recording.',
    next: 'Export it as one WAV file, then add it again.',
  },
} as const;

function kilohertz(hertz: number): string {
  return String(hertz / 1000);
}
