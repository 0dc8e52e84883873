/** How the host talks to the process of the built-in service: environment and messages. */

import { z } from 'zod';
import type { ProxyFault } from '../domain/connections/proxy-faults.ts';
import type { RehearsalSettings } from './rehearsal.ts';

/** Environment of the service's process. Nothing secret: every program of the same user can read it. */
export interface ServiceEnvironment {
  /** Absolute path of the service's own data folder. */
  readonly CLEARTAKE_SERVICE_DATA: string;
  /** Absolute path of its generated migrations. */
  readonly CLEARTAKE_SERVICE_MIGRATIONS: string;
  /** Absolute path of the folder with the person's own models; it need not exist. */
  readonly CLEARTAKE_SERVICE_MODELS?: string;
  /** Offers `/portal/rehearsal`. */
  readonly CLEARTAKE_SERVICE_REHEARSAL?: '1';
}

const recoveredSchema = z.object({
  /** Folder of the damaged files; null when there were none. */
  keptIn: z.string().nullable(),
  /** When the backup was made that it goes on from, in milliseconds since the epoch; `itself`; null when it begins anew. */
  source: z.union([z.number(), z.literal('itself'), z.null()]),
});

export type RecoveredService = z.infer<typeof recoveredSchema>;

export const fromServiceSchema = z.discriminatedUnion('kind', [
  /** Always this computer: the key goes to that address. */
  z.object({
    kind: z.literal('listening'),
    baseUrl: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}\/?$/),
    /** What this start did about a damaged database. */
    recovered: recoveredSchema.optional(),
  }),
  z.object({ kind: z.literal('start-failed'), message: z.string() }),
  /** Asks how a webhook's address is reached. */
  z.object({ kind: z.literal('ask-egress'), id: z.number(), address: z.string() }),
]);

/** Restorations that the built-in service works on at a time, where there are as many cores: at low priority, so the desk comes first even on two. */
export const BUILT_IN_PLACES = 2;

export type FromService = z.infer<typeof fromServiceSchema>;

/** How an address is reached: through which proxy, and whom to trust besides. Secret. */
export interface EgressAnswer {
  readonly proxy: { readonly origin: string; readonly authorization: string | null } | null;
  /** Why there is no proxy, though there should be one. */
  readonly failure: { readonly fault: ProxyFault; readonly proxy: string; readonly detail: string } | null;
  /** PEM. */
  readonly certificates: readonly string[];
}

export type ToService =
  /** The first message. The key is created for one run and never stored. `suspended` as in `suspend-generations`. */
  | {
      readonly kind: 'start';
      readonly key: string;
      /** Of the program; absent in tests. */
      readonly version?: string;
      readonly suspended: readonly string[];
      /** PEM certificate of the desk's own receiver of webhooks, which is on this computer; without it nothing is delivered here. */
      readonly receiver?: string;
      /** What it pretends from the start on; it then offers `/portal/rehearsal`. */
      readonly rehearsal?: RehearsalSettings;
    }
  /** Generations that stand still until a later message no longer names them. */
  | { readonly kind: 'suspend-generations'; readonly generations: readonly string[] }
  | { readonly kind: 'egress'; readonly id: number; readonly answer: EgressAnswer }
  | { readonly kind: 'stop' };
