/** The engine's comparison of a result with its recording: what the integrity check judges by. */

/** A part of the recording, in frames at its own rate. */
export interface LostPart {
  readonly fromFrame: number;
  readonly frames: number;
}

export interface Jump {
  /** Of the recording. */
  readonly fromFrame: number;
  /** By how many frames the result is later from there on; negative when it is earlier. */
  readonly frames: number;
}

/** What became of the channels of a stereo recording. */
export type ChannelFault =
  /** Speech of the recording is missing in one channel, between these frames of the recording. 0 is the left one. */
  | { readonly kind: 'silent'; readonly channel: 0 | 1; readonly fromFrame: number; readonly frames: number }
  | { readonly kind: 'swapped' }
  /** Both are the same, or the result has only one. */
  | { readonly kind: 'merged' };

export interface Comparison {
  /** The recording's, in Hz; all frames count by it. */
  readonly sampleRate: number;
  /** Frames by which the result is late at its beginning; negative when it is early, null when the two are too different to tell. */
  readonly lag: number | null;
  /** Where sound was cut out or put in. */
  readonly jumps: readonly Jump[];
  /** Decibels by which the result's speech is louder; null when there is none. */
  readonly gain: number | null;
  /** Hardly anything of the recording is left, be it speech or not. */
  readonly isSilent: boolean;
  /** The first part in which the result's pitch is this many times the recording's; null where it keeps its pitch. */
  readonly drift: (LostPart & { readonly ratio: number }) | null;
  /** Where the result is as loud and says something else; null for nowhere. */
  readonly replaced: LostPart | null;
  /** Speech of the recording that the result lacks. */
  readonly lost: readonly LostPart[];
  /** How long the recording is heard above its noise, and how much of that the result lacks, short pauses left out. */
  readonly speech: { readonly frames: number; readonly lostFrames: number };
  /** How long sound without pauses, as music is, was left as it was. */
  readonly musicFrames: number;
  /** Null when the channels are as they were, and for recordings that aren't stereo. */
  readonly channels: ChannelFault | null;
}
