/** What the chain and the thread that works on a part of its guide tell each other. */

import type { MessagePort } from 'node:worker_threads';
import type { GuidePart } from './guide-part.ts';

export interface GuideStart {
  readonly part: GuidePart;
  readonly port: MessagePort;
  /** One number: answers given so far. Who waits for the next one waits here. */
  readonly answers: SharedArrayBuffer;
}

/** Samples to work on, each of which is answered once; or the end, which is answered with the rest, part after part. */
export type ToGuide = Float32Array<ArrayBuffer> | 'end';

/** Samples that are finished, often fewer than were given, or none. */
export type FromGuide =
  | { readonly kind: 'samples'; readonly samples: Float32Array<ArrayBuffer> }
  | { readonly kind: 'over' }
  | { readonly kind: 'failed'; readonly detail: string };
