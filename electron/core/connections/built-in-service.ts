/** The built-in service: a helper process that starts when first needed and again after it dies. */

import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { OWN_MODELS_FOLDER } from '../../../shared/domain/own-models/description.ts';
import type { RehearsalSettings } from '../../../shared/service-api/rehearsal.ts';
import {
  type FromService,
  fromServiceSchema,
  type RecoveredService,
  type ServiceEnvironment,
  type ToService,
} from '../../../shared/service-api/service-process.ts';
import { answerEgress } from '../../platform/network/asked-egress.ts';
import { hasFewFiles } from '../../platform/processes/helper-client.ts';
import type { HelperProcess } from '../../platform/processes/helper-process.ts';
import { hostRelay, isRelayMessage } from '../../platform/processes/helper-relay.ts';
import { withTimeout } from '../../platform/time/deadlines.ts';
import type { DeskPorts, DeskSettings } from '../ports.ts';

const START_MS = 30_000;
/** How long the service may take to put unfinished work back into its queue, in milliseconds; the rest is put back at its next start. */
const STOP_MS = 2000;

interface RunningService {
  readonly baseUrl: URL;
  /** Made for this run; never stored. */
  readonly key: string;
}

export interface BuiltInService {
  /** @throws CleartakeError processStartFailed; cancelled after `stop` */
  running(): Promise<RunningService>;
  /** Lets exactly these generations stand still until a later call no longer names them, also in processes that are started later. */
  suspend(generationIds: readonly string[]): void;
  /** Ends the process; the next start asks again what to rehearse. What it was restoring begins again. */
  restart(): Promise<void>;
  /** Ends the process. None is started afterward. */
  stop(): Promise<void>;
}

export interface BuiltInOptions {
  /** Gives the certificate of the desk's receiver of webhooks, which the service delivers to. */
  readonly receiver?: () => Promise<string>;
  /** What the service rehearses from its start on; null for nothing. */
  readonly rehearsal?: () => RehearsalSettings | null;
  /** Called when a start found the service's database damaged. */
  readonly onRecovered?: (recovered: RecoveredService) => void;
}

export function createBuiltInService(
  ports: DeskPorts,
  settings: DeskSettings,
  { onRecovered, receiver, rehearsal }: BuiltInOptions = {},
): BuiltInService {
  let stopped = false;
  let suspended: readonly string[] = [];
  let helper: HelperProcess | null = null;
  let starting: Promise<RunningService> | null = null;
  let ending: Promise<unknown> = Promise.resolve();

  async function start(): Promise<RunningService> {
    await ending;
    const trusted = receiver === undefined ? {} : { receiver: await receiver() };
    if (stopped) throw new CleartakeError('cancelled');
    const key = `ct_run_${ports.newSecret(24)}`;
    const environment: ServiceEnvironment = {
      CLEARTAKE_SERVICE_DATA: path.join(settings.dataDirectory, 'service'),
      CLEARTAKE_SERVICE_MIGRATIONS: settings.serviceMigrationsDirectory,
      CLEARTAKE_SERVICE_MODELS: path.join(settings.dataDirectory, OWN_MODELS_FOLDER),
      ...(settings.rehearsal === true ? { CLEARTAKE_SERVICE_REHEARSAL: '1' } : {}),
    };
    const started = ports.spawn('service', { ...environment });
    helper = started;
    const planned = rehearsal?.() ?? null;
    const rehearsed = planned === null ? {} : { rehearsal: planned };
    const { version } = settings;
    started.send({ kind: 'start', key, version, suspended, ...trusted, ...rehearsed } satisfies ToService);
    hostRelay(started, ports.spawn, ['engine']);
    answerQuestions(started, ports);
    started.onExit(() => {
      if (helper === started) {
        helper = null;
        starting = null;
      }
    });
    const { baseUrl, recovered } = await listening(started, ports);
    if (recovered !== undefined) onRecovered?.(recovered);
    return { baseUrl: new URL(baseUrl), key };
  }

  async function end(): Promise<void> {
    const last = helper;
    if (last === null) return;
    helper = null;
    starting = null;
    const gone = Promise.withResolvers<void>();
    last.onExit(() => gone.resolve());
    last.send({ kind: 'stop' } satisfies ToService);
    await withTimeout(ports.clock, STOP_MS, gone.promise, () => undefined);
    await last.stop();
  }

  return {
    running: () => {
      if (stopped) return Promise.reject(new CleartakeError('cancelled'));
      if (starting !== null) return starting;
      const begun = start();
      starting = begun;
      begun.catch(() => {
        if (starting === begun) starting = null;
      });
      return begun;
    },
    suspend: (generationIds) => {
      if (generationIds.length === 0 && suspended.length === 0) return;
      suspended = generationIds;
      helper?.send({ kind: 'suspend-generations', generations: suspended } satisfies ToService);
    },
    restart: async () => {
      // Whoever asks meanwhile gets the next process, which needs the data folder for itself.
      ending = Promise.all([ending, end()]);
      await ending;
    },
    stop: async () => {
      stopped = true;
      await end();
    },
  };
}

/** It knows neither the settings nor the proxy's password. */
function answerQuestions(helper: HelperProcess, { egress }: DeskPorts): void {
  helper.onMessage((raw) => {
    const { data: message } = fromServiceSchema.safeParse(raw);
    if (message?.kind !== 'ask-egress' || !URL.canParse(message.address)) return;
    const { address, id } = message;
    const answer =
      egress === undefined
        ? Promise.resolve({ proxy: null, failure: null, certificates: [] })
        : answerEgress(egress, address);
    void answer.then((found) => helper.send({ kind: 'egress', id, answer: found } satisfies ToService));
  });
}

type Listening = Extract<FromService, { kind: 'listening' }>;

async function listening(helper: HelperProcess, ports: DeskPorts): Promise<Listening> {
  const { promise, resolve, reject } = Promise.withResolvers<Listening>();
  const failed = (detail: string) =>
    reject(new CleartakeError(hasFewFiles() ? 'tooManyFiles' : 'processStartFailed', { detail }));
  helper.onMessage((raw) => {
    if (isRelayMessage(raw)) return;
    const message = fromServiceSchema.safeParse(raw);
    if (!message.success) failed('the service sent a message that is not understood');
    else if (message.data.kind === 'listening') resolve(message.data);
    else if (message.data.kind === 'start-failed') failed(message.data.message);
  });
  helper.onExit((code) => failed(`the service ended with ${code ?? 'a signal'}`));
  return withTimeout(ports.clock, START_MS, promise, () => {
    throw new CleartakeError('processStartFailed', { detail: `the service was not ready within ${START_MS} ms` });
  });
}
