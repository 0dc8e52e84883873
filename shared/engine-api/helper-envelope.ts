/** How a host talks to a helper process: its environment, and the envelopes of requests and responses. Bodies are JSON values and Uint8Array. */

import type { ErrorRecord } from '../domain/errors.ts';

export type ToHelper = {
  readonly kind: 'request';
  readonly id: number;
  readonly request: string;
  readonly params: unknown;
};

export type FromHelper =
  /** The helper's code is loaded and it takes requests. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorRecord };

/** Environment of an engine that shares the computer with a person: it works on every core, at low priority. */
export const BACKGROUND_ENGINE = { CLEARTAKE_ENGINE: 'background' } as const;
