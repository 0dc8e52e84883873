/** The envelopes in which requests travel to a helper process and answers come back. Bodies are JSON values and Uint8Array. */

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
