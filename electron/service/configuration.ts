/** How a service is set up: what its owner may write in a file, with a default for everything. */

import { z } from 'zod';
import { MODEL_IDS } from '../../shared/domain/models.ts';

const count = z.number().int().min(1);

export const serviceConfiguration = z.strictObject({
  /** Micro-USD a second, by model. The default is free of charge; the meter runs all the same. */
  prices: z.record(z.enum(MODEL_IDS), z.number().int().min(0)).default({ 'service-2': 0, 'service-3.5': 0 }),
  /** Restorations at the same time; each is a process of its own. */
  concurrency: count.default(1),
  /** Calls that one key may make in a minute. */
  callsPerMinute: count.default(600),
  /** Bytes of media that one account may keep; null sets no bound but the disk. */
  storageQuotaBytes: count.nullable().default(null),
  webhooks: z
    .strictObject({
      /** Off, `configure` answers 503 and nothing is delivered. */
      delivery: z.boolean().default(true),
      /** Lets deliveries go to this computer and to private networks, for receivers under development. */
      allowPrivateAddresses: z.boolean().default(false),
      /** Certificates in PEM that receivers may have beside the public ones. */
      trustedCertificates: z.string().optional(),
    })
    .prefault({}),
});

export type ServiceConfiguration = z.output<typeof serviceConfiguration>;
export type ServiceConfigurationInput = z.input<typeof serviceConfiguration>;
