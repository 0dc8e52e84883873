/** A recording, a part of it, or its difference to another one, as a file of its own. */

import type { PartFormat } from '../domain/listening/part.ts';

export interface ExtractParams {
  readonly input: string;
  /** Subtracted sample by sample, brought into place first: the result is what it lacks. Null for the input itself. */
  readonly minus: string | null;
  /** Replaced if it exists. */
  readonly output: string;
  readonly format: PartFormat;
  /** First frame, at the input's own rate. */
  readonly fromFrame: number;
  /** Null for all up to the end. */
  readonly frames: number | null;
}

export interface ExtractResult {
  /** At the input's own rate: fewer than were asked for where it ends earlier. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly bytes: number;
  /** Delay of what was subtracted, in frames; null where nothing was, or it can't be told. */
  readonly lag: number | null;
}
