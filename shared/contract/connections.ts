/** Connections: where the service is. A key can be set here and never read. */

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MODEL_IDS } from '../domain/models.ts';
import { HEADER_STYLES } from '../service-api/routes.ts';
import { refusals } from './refusals.ts';
import { errorView } from './views.ts';

const connectionView = z.object({
  id: z.string(),
  kind: z.enum(['built-in', 'remote']),
  name: z.string(),
  baseUrl: z.string().nullable(),
  headerStyle: z.enum(HEADER_STYLES),
  /** Micro-USD a second for each model; null when not known. */
  prices: z.record(z.enum(MODEL_IDS), z.number().nullable()),
  hasKey: z.boolean(),
  chosen: z.boolean(),
  /** Why nothing is sent over it at present (billing), until it is fixed. */
  parked: errorView.nullable(),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** How well the key store of this host protects keys, said honestly. */
export const vaultView = z.object({ kind: z.enum(['keychain', 'file', 'memory']), sentence: z.string() });

const details = {
  name: z.string().min(1).max(80),
  baseUrl: z.url().max(500),
  headerStyle: z.enum(HEADER_STYLES),
  prices: z.record(z.enum(MODEL_IDS), z.number().int().min(0).nullable()),
};

/** Where a key rests that no protected store takes; without it a key stays where it was, and a new one in memory. */
const keep = z.enum(['memory', 'file']).optional();

export const connectionsContract = {
  list: oc.output(z.object({ connections: z.array(connectionView), vault: vaultView })),
  add: oc
    .errors(refusals)
    .input(z.object({ ...details, key: z.string().min(1).max(500), keep }))
    .output(connectionView),
  setKey: oc
    .errors(refusals)
    .input(z.object({ connectionId: z.string(), key: z.string().min(1).max(500), keep }))
    .output(z.void()),
  /**
   * Changes a remote connection; what is left out stays. Another address only while no recording on the queue uses it, and nothing
   * that was started there is open. At another origin the stored key is forgotten: `hasKey` is false then, and `setKey` gives one.
   */
  update: oc
    .errors(refusals)
    .input(
      z.object({
        connectionId: z.string(),
        name: details.name.optional(),
        baseUrl: z.string().min(1).max(500).optional(),
        headerStyle: details.headerStyle.optional(),
        prices: details.prices.optional(),
      }),
    )
    .output(connectionView),
  /** Refused while started recordings use it or others wait for Start over it, while paid results are not fetched, and for a day while the end of a start is not known. */
  remove: oc
    .errors(refusals)
    .input(z.object({ connectionId: z.string() }))
    .output(z.void()),
  /** The connection that recordings added from now on use. */
  choose: oc
    .errors(refusals)
    .input(z.object({ connectionId: z.string() }))
    .output(z.void()),
  /** One harmless call (the project listing): what it says in plain words. */
  test: oc
    .errors(refusals)
    .input(z.object({ connectionId: z.string() }))
    .output(z.object({ ok: z.boolean(), sentence: z.string() })),
};
