/** `cleartake webhooks listen`: prints the verified events of an endpoint as lines of JSON, each once. It needs no desk. */

import path from 'node:path';
import { WEBHOOK_REFUSAL_WORDS } from '../../../../../shared/domain/connections/webhook-refusals.ts';
import { receiverCertificate } from '../../../../core/features/connections/webhooks/certificate.ts';
import { openReceived } from '../../../../core/features/connections/webhooks/received.ts';
import {
  type Receiver,
  type ReceiverParts,
  startReceiver,
} from '../../../../core/features/connections/webhooks/receiver.ts';
import { createScope } from '../../../../platform/disposal.ts';
import { makeOwnerOnlyFolder } from '../../../../platform/files/owner-only.ts';
import { silentLog } from '../../../../platform/log.ts';
import { tryLockFile } from '../../../../platform/sqlite.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { nodeHostInfo } from '../../../common/paths.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { printed } from '../../output/printer.ts';
import { jsonLine } from '../../reports/printable.ts';
import { WEBHOOKS_USAGE } from '../../strings/webhooks.ts';
import { terminationRequested } from '../../termination.ts';
import { readSigningSecrets, type SecretOptions } from './signing-secrets.ts';

export interface ListenOptions extends SecretOptions {
  readonly port: number;
  readonly http?: boolean;
  /** The path is the one that is listened to. */
  readonly publicUrl?: string;
  readonly dataDir?: string;
}

const USUAL_PATH = '/webhooks';

/** Runs until it is told to stop. Events that were answered but not printed are printed by the next run. */
export async function listen(options: ListenOptions): Promise<ExitStatus> {
  const termination = terminationRequested();
  const publicUrl = readPublicUrl(options);
  const secrets = await readSigningSecrets(options);
  const scope = createScope();
  let taken = 0;
  try {
    const folder = path.join(nodeHostInfo('cli', options.dataDir).dataDirectory, 'webhooks');
    makeOwnerOnlyFolder(folder);
    const lock = tryLockFile(path.join(folder, 'terminal.lock'));
    if (lock === null) throw new UsageError(WEBHOOKS_USAGE.listening);
    scope.add(lock.release);
    const tls = options.http === true ? null : await receiverCertificate(folder, systemClock.now());
    const received = openReceived(path.join(folder, 'terminal.sqlite'));
    scope.add(received.close);
    const receivingPath = publicUrl?.pathname ?? USUAL_PATH;
    const parts: ReceiverParts = {
      clock: systemClock,
      log: silentLog,
      received,
      sourceAt: (asked) => (asked === receivingPath ? { source: 'terminal', secrets } : null),
      onEvent: async ({ delivery, at, payload }) => {
        const event = { event: 'delivery', id: delivery, at: new Date(at).toISOString(), payload: JSON.parse(payload) };
        await printed(jsonLine(event));
        taken += 1;
      },
      onRepeated: (id) => tell({ event: 'repeated', id }),
      onRefused: (reason) => tell({ event: 'refused', reason, sentence: WEBHOOK_REFUSAL_WORDS[reason] }),
    };
    const receiver = await startReceiver(parts, { port: options.port, tls }).catch((failure: unknown) => {
      throw asUsageError(failure, options.port);
    });
    tell({
      event: 'listening',
      url: publicUrl?.href ?? `${receiver.origin}${receivingPath}`,
      port: receiver.port,
      certificate: tls?.file ?? null,
    });
    await termination;
    await stop(receiver, () => taken);
    return EXIT.done;
  } finally {
    await scope.close();
  }
}

async function stop(receiver: Receiver, taken: () => number): Promise<void> {
  await receiver.close();
  tell({ event: 'stopped', taken: taken(), refused: receiver.refusals.count });
}

function readPublicUrl({ http, publicUrl }: ListenOptions): URL | null {
  if (publicUrl === undefined) {
    if (http === true) throw new UsageError(WEBHOOKS_USAGE.httpNeedsUrl);
    return null;
  }
  const parsed = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') {
    throw new UsageError(WEBHOOKS_USAGE.publicUrl);
  }
  return parsed;
}

function asUsageError(failure: unknown, port: number): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : '';
  if (code === 'EADDRINUSE') return new UsageError(WEBHOOKS_USAGE.portTaken(port));
  if (code === 'EACCES') return new UsageError(WEBHOOKS_USAGE.portForbidden(port));
  return failure;
}

/** For lines that are of no use to a later run. */
function tell(fields: object): void {
  printed(jsonLine(fields)).catch(() => undefined);
}
