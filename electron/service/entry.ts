/** The service's process: reads its settings from the host, listens on loopback, and ends when the host tells it to or ends itself. */

import { randomBytes } from 'node:crypto';
import { availableParallelism, constants, setPriority } from 'node:os';
import {
  BUILT_IN_PLACES,
  type EgressAnswer,
  type FromService,
  type ServiceEnvironment,
  type ToService,
} from '../../shared/service-api/service-process.ts';
import type { Log, LogFields } from '../platform/log.ts';
import { createAskedEgress } from '../platform/network/asked-egress.ts';
import { installCrashHandler } from '../platform/processes/crash-handler.ts';
import type { ParentPort } from '../platform/processes/helper-process.ts';
import { isRelayMessage, relayedSpawn } from '../platform/processes/helper-relay.ts';
import { openParentPort } from '../platform/processes/parent-port.ts';
import { createRedactor } from '../platform/security/redaction.ts';
import { systemClock } from '../platform/time/clock.ts';
import { createService } from './service.ts';

/** Time for requests under way when the host ends the service. */
const SHUTDOWN_GRACE_MS = 1500;

/** Only one desk has the key, and a batch of short recordings makes many calls: a limit would slow down only that desk. */
const DESK_CALLS_PER_MINUTE = 100_000;

const { conceal, redact } = createRedactor();
installCrashHandler(redact);
// The desk answers a person; on a busy computer its service waits.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const port = openParentPort();
const givenStart = startOf(port);
const send = (message: FromService) => port.send(message);

const log: Log = {
  info: () => undefined,
  warn: (message, fields) => write('warn', message, fields),
  error: (message, fields) => write('error', message, fields),
};

/** What the host was asked and hasn't answered yet. */
const questions = new Map<number, (answer: EgressAnswer) => void>();
let asked = 0;

try {
  const environment = readEnvironment();
  const { suspended, key: startKey, receiver, rehearsal, version } = await givenStart;
  let lastSuspended = suspended;
  let suspend: ((generations: readonly string[]) => void) | null = null;
  port.onMessage((raw) => {
    if (isRelayMessage(raw)) return;
    const message = raw as ToService;
    if (message.kind === 'egress') questions.get(message.id)?.(message.answer);
    if (message.kind !== 'suspend-generations') return;
    lastSuspended = message.generations;
    suspend?.(lastSuspended);
  });
  conceal(startKey);
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDirectory: environment.CLEARTAKE_SERVICE_DATA,
    migrationsDirectory: environment.CLEARTAKE_SERVICE_MIGRATIONS,
    ...(environment.CLEARTAKE_SERVICE_MODELS === undefined
      ? {}
      : { modelsDirectory: environment.CLEARTAKE_SERVICE_MODELS }),
    startKey,
    ...(version === undefined ? {} : { version }),
    suspended,
    clock: systemClock,
    egress: createAskedEgress(askHost),
    randomBytes,
    spawn: relayedSpawn(port),
    rehearsal: rehearsal !== undefined || environment.CLEARTAKE_SERVICE_REHEARSAL === '1',
    ...(rehearsal === undefined ? {} : { rehearsed: rehearsal }),
    configuration: {
      concurrency: Math.min(BUILT_IN_PLACES, availableParallelism()),
      callsPerMinute: DESK_CALLS_PER_MINUTE,
      limits: { shutdownGraceMs: SHUTDOWN_GRACE_MS },
      // The desk alone has its key, and receives on this computer.
      ...(receiver === undefined ? {} : { webhooks: { allowPrivateAddresses: true, trustedCertificates: receiver } }),
    },
    log,
  });
  suspend = service.suspend;
  // It may have changed while the service started.
  if (lastSuspended !== suspended) suspend(lastSuspended);
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await service
      .close()
      .catch((failure: unknown) => log.error('The service did not close cleanly', describe(failure)));
    process.exit(0);
  };
  port.onMessage((message) => {
    if (!isRelayMessage(message) && (message as ToService).kind === 'stop') void end();
  });
  process.once('SIGTERM', () => void end());
  const { baseUrl, recovered } = service;
  const { keptIn = null, source = null } = recovered ?? {};
  send({ kind: 'listening', baseUrl, ...(recovered === null ? {} : { recovered: { keptIn, source } }) });
} catch (failure) {
  send({ kind: 'start-failed', message: failure instanceof Error ? failure.message : String(failure) });
  // The message must leave before the process does.
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 200);
}

async function askHost(address: string): Promise<EgressAnswer> {
  asked += 1;
  const id = asked;
  const { promise, resolve } = Promise.withResolvers<EgressAnswer>();
  questions.set(id, resolve);
  send({ kind: 'ask-egress', id, address });
  const answer = await promise;
  questions.delete(id);
  if (answer.proxy?.authorization != null) conceal(answer.proxy.authorization);
  return answer;
}

function readEnvironment(): ServiceEnvironment {
  const {
    CLEARTAKE_SERVICE_DATA,
    CLEARTAKE_SERVICE_MIGRATIONS,
    CLEARTAKE_SERVICE_MODELS,
    CLEARTAKE_SERVICE_REHEARSAL,
  } = process.env;
  if (!CLEARTAKE_SERVICE_DATA || !CLEARTAKE_SERVICE_MIGRATIONS) {
    throw new TypeError('The service was started without its data folder or its migrations');
  }
  return {
    CLEARTAKE_SERVICE_DATA,
    CLEARTAKE_SERVICE_MIGRATIONS,
    ...(CLEARTAKE_SERVICE_MODELS === undefined ? {} : { CLEARTAKE_SERVICE_MODELS }),
    ...(CLEARTAKE_SERVICE_REHEARSAL === '1' ? { CLEARTAKE_SERVICE_REHEARSAL } : {}),
  };
}

/** The host's first message. It brings the key of this run: every program of the same user can read the environment. */
function startOf(host: ParentPort): Promise<Extract<ToService, { kind: 'start' }>> {
  return new Promise((resolve) => {
    host.onMessage((raw) => {
      if (isRelayMessage(raw)) return;
      const message = raw as ToService;
      if (message.kind === 'start') resolve(message);
    });
  });
}

function describe(failure: unknown): LogFields {
  return { error: failure instanceof Error ? failure.message : String(failure) };
}

function write(level: string, message: string, fields: LogFields = {}): void {
  process.stderr.write(`${redact(JSON.stringify({ from: 'service', level, message, ...fields }))}\n`);
}
