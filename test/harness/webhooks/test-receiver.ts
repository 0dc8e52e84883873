/** A receiver of a test's own: real TLS, a real file, and what it handed over. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { receiverCertificate } from '../../../electron/core/features/connections/webhooks/certificate.ts';
import { openReceived, type PendingEvent } from '../../../electron/core/features/connections/webhooks/received.ts';
import {
  type Receiver,
  type ReceiverParts,
  startReceiver,
} from '../../../electron/core/features/connections/webhooks/receiver.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { makeWebhookSecret } from '../../../electron/platform/security/webhook-signature.ts';
import { systemClock } from '../../../electron/platform/time/clock.ts';

export const HOOK = '/webhooks';

export interface TestReceiver extends Receiver {
  readonly url: string;
  readonly certificate: string;
  readonly secrets: string[];
  /** Handed over, in this run. */
  readonly events: PendingEvent[];
  readonly received: ReturnType<typeof openReceived>;
}

/** The certificate that every receiver of a folder has. */
export async function certificateOf(folder: string): Promise<string> {
  return (await receiverCertificate(path.join(folder, 'webhooks'), Date.now())).certificate;
}

/** The caller closes it. Receivers of one folder follow each other: they have certificate and table in common. */
export async function startTestReceiver(
  folder: string,
  { port = 0, ...parts }: Partial<ReceiverParts> & { readonly port?: number } = {},
): Promise<TestReceiver> {
  const kept = await receiverCertificate(path.join(folder, 'webhooks'), Date.now());
  const received = openReceived(path.join(folder, 'webhooks/received.sqlite'));
  const secrets = [makeWebhookSecret(randomBytes)];
  const events: PendingEvent[] = [];
  const whole: ReceiverParts = {
    clock: systemClock,
    log: silentLog,
    received,
    sourceAt: (asked) => (asked === HOOK ? { source: 'test', secrets } : null),
    onEvent: (event) => void events.push(event),
    ...parts,
  };
  const receiver = await startReceiver(whole, { port, tls: kept });
  return {
    ...receiver,
    refusals: receiver.refusals,
    url: `${receiver.origin}${HOOK}`,
    certificate: kept.certificate,
    secrets,
    events,
    received,
    close: async () => {
      await receiver.close();
      received.close();
    },
  };
}
