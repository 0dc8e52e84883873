/** Connections to services. A key can be set here but never read. */

import { z } from 'zod';
import { CONNECTION_COLORS, LONGEST_LABEL } from '../domain/connections/marks.ts';
import { ERROR_CODES, type ErrorCode } from '../domain/error-messages/table.ts';
import { errorRecordSchema } from '../domain/errors.ts';
import { MODEL_IDS } from '../domain/models.ts';
import type { SpendingCaps } from '../domain/money.ts';
import { REHEARSAL_OFFERS } from '../service-api/rehearsal.ts';
import { HEADER_STYLES, isEndpointPath } from '../service-api/routes.ts';
import { call } from './refusals.ts';

const cap = z.number().int().min(0).nullable();

const mark = {
  color: z.enum(CONNECTION_COLORS).nullable(),
  label: z.string().trim().min(1).max(LONGEST_LABEL).nullable(),
};

/** Micro-USD. */
const caps = z.object({ day: cap, month: cap }) satisfies z.ZodType<SpendingCaps>;

const endpointPath = z.string().refine(isEndpointPath);
const openPaths = z.object({ createProject: endpointPath, listProjects: endpointPath }).partial();

const connectionView = z.object({
  id: z.string(),
  kind: z.enum(['built-in', 'remote']),
  name: z.string(),
  baseUrl: z.string().nullable(),
  headerStyle: z.enum(HEADER_STYLES),
  /** How the person tells it apart. */
  ...mark,
  /** Micro-USD per second for each model; null when unknown. */
  prices: z.record(z.enum(MODEL_IDS), z.number().nullable()),
  /** Most that may be spent over it in a local day and month; null for no cap. */
  caps,
  hasKey: z.boolean(),
  chosen: z.boolean(),
  /** Why nothing is sent over it until that is fixed: its key or billing. */
  parked: errorRecordSchema.nullable(),
  /** Whether it answered the last call since Cleartake was started; null before the first. */
  isReached: z.boolean().nullable(),
  /** Address of the service's billing page, if the person entered one. */
  billingPage: z.string().nullable(),
  /** Paths that the specification leaves open, where they aren't the usual ones. */
  paths: openPaths.optional(),
  /** `on` while its service is slow or fails on purpose, `off` where it could be, as far as its answers said. */
  rehearsal: z.enum(REHEARSAL_OFFERS),
});
export type ConnectionView = z.infer<typeof connectionView>;

/** How this host keeps keys, and how well they are protected. */
export const vaultView = z.object({ kind: z.enum(['keychain', 'file', 'memory']), sentence: z.string() });

const details = {
  name: z.string().min(1).max(80),
  baseUrl: z.url().max(500),
  headerStyle: z.enum(HEADER_STYLES),
  prices: z.record(z.enum(MODEL_IDS), z.number().int().min(0).nullable()),
};
const billingPage = z.string().max(2000).nullable().optional();
const { color, label } = z.object(mark).partial().shape;

/** Where to keep a key without secure key storage. Default: where it was, or in memory for a new one. */
const keep = z.enum(['memory', 'file']).optional();

export const connectionsContract = {
  list: call.output(z.object({ connections: z.array(connectionView), vault: vaultView })),
  add: call
    .input(
      z.object({
        ...details,
        billingPage,
        color,
        label,
        paths: openPaths.optional(),
        key: z.string().min(1).max(500),
        keep,
      }),
    )
    .output(connectionView),
  setKey: call.input(z.object({ connectionId: z.string(), key: z.string().min(1).max(500), keep })).output(z.void()),
  /**
   * Changes the given fields. Of the built-in connection only color and label can change. The address can only change while no recording
   * in the queue uses it and nothing that was started there is unfinished. A new origin keeps name, header style, color, label and caps;
   * it forgets keys (`hasKey` is then false, and `setKey` sets a new one), signing secrets, prices and a billing page that aren't given
   * with it, and why the old one was parked.
   */
  update: call
    .input(
      z.object({
        connectionId: z.string(),
        name: details.name.optional(),
        baseUrl: z.string().min(1).max(500).optional(),
        headerStyle: details.headerStyle.optional(),
        prices: details.prices.optional(),
        billingPage,
        color,
        label,
        paths: openPaths.optional(),
      }),
    )
    .output(connectionView),
  /** Sets both caps. Recordings that waited for room continue as far as there is room now. */
  setCaps: call.input(z.object({ connectionId: z.string(), caps })).output(connectionView),
  /** Refused while recordings in the queue use it, while paid results aren't downloaded, and for a day while a start is uncertain. */
  remove: call.input(z.object({ connectionId: z.string() })).output(z.void()),
  /** Selects the connection for new recordings. */
  choose: call.input(z.object({ connectionId: z.string() })).output(z.void()),
  /** Ends the payment hold of the built-in service's account, and lets a recording try whether it works. Refused for other services. */
  liftHold: call.input(z.object({ connectionId: z.string() })).output(z.void()),
  /** Opens the billing page of a service that billing has stopped, in the person's browser. Only the desktop can. */
  openBilling: call.input(z.object({ connectionId: z.string() })).output(z.void()),
  /** Makes two harmless calls (the project list, and a creation that no service can carry out) and describes their outcome. */
  test: call.input(z.object({ connectionId: z.string() })).output(
    z.object({
      ok: z.boolean(),
      sentence: z.string(),
      code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).exactOptional(),
    }),
  ),
};
