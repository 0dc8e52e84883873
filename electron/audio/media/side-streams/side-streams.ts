/** What goes into a file beside its sound: what the recording says of itself, and whatever else comes in packets. */

import type { FormatContext } from 'node-av/lib';

export interface SideStreams {
  /** For the muxer of the file. */
  readonly muxerOptions: Readonly<Record<string, string>>;
  /** Seconds on the file's clock at which the sound begins. */
  readonly soundBegins: number;
  /** Adds the tags, and the streams that stand before the sound's. Called before the file's header is written. */
  addBefore(muxer: FormatContext): void;
  /** Adds the streams behind the sound's. */
  addBehind(muxer: FormatContext): void;
  /** Writes the packets up to a time in seconds; all that are left with null. */
  writeUntil(seconds: number | null): void;
  close(): void;
}
