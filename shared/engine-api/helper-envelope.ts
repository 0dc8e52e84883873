/** How a host talks to a helper process: its environment, and the envelopes of requests and responses. Bodies are JSON values and Uint8Array. */

import { z } from 'zod';
import { errorRecordSchema } from '../domain/errors.ts';

export type ToHelper =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly request: string;
      readonly params: unknown;
    }
  /** The work stands still until it is resumed, and the process stays responsive: it still ends with its parent. */
  | { readonly kind: 'suspend'; readonly suspended: boolean };

/** `ready`: the helper's code is loaded and it takes requests. Bodies have schemas of their own. */
export const fromHelperSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('progress'), id: z.int(), progress: z.unknown() }),
  z.object({ kind: z.literal('result'), id: z.int(), result: z.unknown() }),
  z.object({ kind: z.literal('failed'), id: z.int(), error: errorRecordSchema }),
]);

export type FromHelper = z.infer<typeof fromHelperSchema>;

/** Environment of an engine that shares the computer with a person: it works on every core, at low priority. */
export const BACKGROUND_ENGINE = { CLEARTAKE_ENGINE: 'background' } as const;
