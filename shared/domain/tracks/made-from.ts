/** What a recording was made of, where it is no file of the person's own: one audio track or one side of a file, or several files as one. */

/** A file as it was when the recording was made of it. */
export interface OriginalFile {
  readonly path: string;
  /** With all links resolved. */
  readonly realPath: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

interface Made {
  /** At least one: the first gives outputs their tags, other tracks, file time and folder. */
  readonly files: readonly OriginalFile[];
  /** Whether they are the person's own files, or copies in the library. */
  readonly origin: 'path' | 'managed' | 'sample';
  readonly hasVideo: boolean;
}

/** One of a file's audio tracks. */
export interface MadeFromTrack extends Made {
  readonly kind: 'track';
  /** Among the file's audio tracks, from 1. */
  readonly number: number;
  /** How many those are. */
  readonly of: number;
  readonly title: string | null;
  /** ISO 639-2, as containers have it. */
  readonly language: string | null;
}

/** Files one after the other. */
export interface MadeFromParts extends Made {
  readonly kind: 'joined';
  /** Jobs that the parts had before; absent where they were joined as they were added. */
  readonly jobIds?: readonly string[];
}

/** Of a stereo recording. */
export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

/** One channel of a stereo file. */
export interface MadeFromSide extends Made {
  readonly kind: 'side';
  readonly side: Side;
  /** Among the file's audio tracks, from 1; null for the one that the file chooses by itself. */
  readonly track: number | null;
  /** The job that both sides were before; absent where it was split as it was added. */
  readonly jobId?: string;
}

export type MadeFrom = MadeFromTrack | MadeFromSide | MadeFromParts;
