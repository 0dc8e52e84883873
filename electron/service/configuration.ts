/** The configuration of a service, which its owner may write in a file. Everything has a default. */

import { z } from 'zod';
import { MODEL_IDS } from '../../shared/domain/models.ts';

/** 1,000 USD a second: a hundred days at this price are still counted exactly. */
const HIGHEST_PRICE = 1_000_000_000;

const count = z.number().int().min(1);
/** An hour at most: timers take no more than 24 days. */
const milliseconds = count.max(3_600_000);

export const serviceConfiguration = z.strictObject({
  /** Micro-USD a second, by model. The default is free of charge; usage is metered anyway. */
  prices: z
    .record(z.enum(MODEL_IDS), z.number().int().min(0).max(HIGHEST_PRICE))
    .default({ 'service-2': 0, 'service-3.5': 0 }),
  /** Restorations at the same time; each is a process of its own. */
  concurrency: count.default(1),
  /** Calls that one key may make in a minute, by plan or for all; a key may have a limit of its own. */
  callsPerMinute: z
    .union([count, z.strictObject({ free: count, developer: count })])
    .default({ free: 120, developer: 600 })
    .transform((limit) => (typeof limit === 'number' ? { free: limit, developer: limit } : limit)),
  /** Bytes of media that one account may keep; null for no limit but the disk. */
  storageQuotaBytes: count.nullable().default(null),
  /** Where clients reach the service, without a path, when it listens elsewhere: behind a proxy, or on all addresses. */
  publicUrl: z
    .string()
    .refine(isOrigin, 'must be an http or https address without path, query and name, such as https://restore.example')
    .transform((url) => new URL(url).origin)
    .optional(),
  /** Of the S3-compatible storage that `--storage` names. */
  storage: z
    .strictObject({
      /** Its address; without one it is Amazon's of the region. */
      endpoint: z.string().optional(),
      /** Where clients reach it, when that is another address. */
      publicEndpoint: z.string().optional(),
      /** Without one it is what the environment says, or us-east-1 with an endpoint. */
      region: z.string().min(1).optional(),
      /** Whether the bucket is part of the path instead of the host's name; by default with an endpoint. */
      pathStyle: z.boolean().optional(),
      /** PEM certificates that it may use besides publicly trusted ones. */
      certificates: z.string().optional(),
      /** Lets recordings go there unencrypted, for a network that nobody else is in. */
      plainHttp: z.boolean().default(false),
      /** Bytes of media that are kept on this computer for the next restoration. */
      localBytes: count.default(20_000_000_000),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** Failed keys a minute from one IPv4 address or IPv6 /64; beyond that 429. Keys that work are not slowed down. */
      failedKeysPerMinute: count.default(20),
      /** Connections at the same time. At the limit idle ones are closed first; then new ones are closed at once. */
      connections: count.default(1000),
      /** Connections from one IPv4 address or IPv6 /64; beyond that new ones are closed at once. This computer has no such limit. */
      connectionsPerAddress: count.default(200),
      /** Bytes of a request's line and headers together. */
      headerBytes: count.min(4096).max(1_048_576).default(16_384),
      /** Until the headers of a request have arrived. */
      headersTimeoutMs: milliseconds.default(10_000),
      /** Until the JSON body of a request has arrived. */
      bodyTimeoutMs: milliseconds.default(30_000),
      /** Without a byte of an upload, which may take any time as a whole. */
      uploadIdleTimeoutMs: milliseconds.default(60_000),
      /** Without a byte in either direction during a request. */
      idleTimeoutMs: milliseconds.default(300_000),
      /** Between two requests on one connection. */
      keepAliveTimeoutMs: milliseconds.default(72_000),
      /** Pipelined requests that one read may start. */
      pipelined: count.default(32),
      /** Time for requests under way when the service closes. */
      shutdownGraceMs: count.max(600_000).default(5000),
    })
    .prefault({}),
  webhooks: z
    .strictObject({
      /** Off, `configure` answers 503 and nothing is delivered. */
      delivery: z.boolean().default(true),
      /** Lets deliveries go to this computer and to private networks, for receivers under development. */
      allowPrivateAddresses: z.boolean().default(false),
      /** PEM certificates that receivers may use besides publicly trusted ones. */
      trustedCertificates: z.string().optional(),
    })
    .prefault({}),
});

export type ServiceConfiguration = z.output<typeof serviceConfiguration>;
export type ServiceConfigurationInput = z.input<typeof serviceConfiguration>;

function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || /[?#@]/.test(text)) return false;
  const { protocol, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/';
}
