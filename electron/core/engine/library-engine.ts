/**
 * The core's audio engines: helper processes, some for scanning and export, one for playback. Each starts when needed. It is replaced when
 * it dies, takes too long, or works on something that nobody wants anymore.
 */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { EngineProgress, EngineRequestKind, EngineRequests } from '../../../shared/engine-api/messages.ts';
import type { Files } from '../../platform/files/files.ts';
import { createEngineClient, type EngineClient } from '../../platform/processes/engine-client.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createTurns } from '../../platform/time/turns.ts';
import type { DeskPorts } from '../ports.ts';

/** Deadline for one request, in milliseconds: far more than the slowest computer needs, and longer for large files. */
const DEADLINE_MS = 120_000;
const DEADLINE_MS_PER_MEBIBYTE = 4000;
/** An export decodes two recordings, perhaps several times, and encodes a third. */
const EXPORT_PATIENCE = 10;

export interface Engine {
  /**
   * Each process handles one request at a time. An abort rejects at once, with the signal's reason.
   * @throws CleartakeError engineTimedOut, engineCrashed; cancelled after `stop`; otherwise the engine's own error
   */
  request<Kind extends EngineRequestKind>(
    kind: Kind,
    params: EngineRequests[Kind]['params'],
    onProgress?: (progress: EngineProgress) => void,
    signal?: AbortSignal,
  ): Promise<EngineRequests[Kind]['result']>;
  /** Ends the processes. None is started afterward. */
  stop(): Promise<void>;
}

type EnginePorts = Pick<DeskPorts, 'spawn' | 'clock' | 'files' | 'log'>;

/**
 * A pool of engine processes. Another one starts while all others are busy.
 * @param most processes at the same time
 */
export function createLibraryEngine(ports: EnginePorts, most = 1): Engine {
  const workers: { readonly engine: Engine; load: number }[] = [];
  let stopped = false;

  /** The least busy worker, or another one when all are busy. */
  function next() {
    const free = workers.reduce((one, other) => (other.load < one.load ? other : one), workers[0] ?? add());
    return free.load > 0 && workers.length < most && !stopped ? add() : free;
  }

  function add() {
    const worker = { engine: createWorker(ports), load: 0 };
    workers.push(worker);
    return worker;
  }

  return {
    request: async (...request) => {
      const worker = next();
      worker.load += 1;
      try {
        return await worker.engine.request(...request);
      } finally {
        worker.load -= 1;
      }
    },
    stop: async () => {
      stopped = true;
      // With no worker there would be none to refuse later requests.
      if (workers.length === 0) add();
      await Promise.all(workers.map(({ engine }) => engine.stop()));
    },
  };
}

/** An engine process that starts with the first request. */
function createWorker({ spawn, clock, files, log }: EnginePorts): Engine {
  let current: EngineClient | null = null;
  let stopped = false;
  // The process holds one request at a time, so replacing it interrupts no other.
  const inTurn = createTurns();

  function client(): EngineClient {
    if (stopped) throw new CleartakeError('cancelled');
    if (current !== null) return current;
    const helper = spawn('engine', {});
    const started = createEngineClient(helper, log);
    current = started;
    helper.onExit(() => {
      if (current === started) current = null;
    });
    return started;
  }

  async function replace(old: EngineClient): Promise<void> {
    if (current === old) current = null;
    await old.stop();
  }

  async function ask<Kind extends EngineRequestKind>(
    kind: Kind,
    params: EngineRequests[Kind]['params'],
    onProgress: ((progress: EngineProgress) => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<EngineRequests[Kind]['result']> {
    signal?.throwIfAborted();
    const engine = client();
    const over = new AbortController();
    let isAnswered = false;
    const answer = engine.request(kind, params, onProgress).finally(() => {
      isAnswered = true;
    });
    try {
      return await Promise.race([
        answer,
        tooLate(kind, params, clock, files, over.signal),
        aborted(signal, over.signal),
      ]);
    } finally {
      over.abort(null);
      if (!isAnswered) await replace(engine);
    }
  }

  return {
    request: (kind, params, onProgress, signal) => {
      const over = new AbortController();
      const turn = inTurn(() => ask(kind, params, onProgress, signal)).finally(() => over.abort(null));
      return Promise.race([turn, aborted(signal, over.signal)]);
    },
    stop: async () => {
      stopped = true;
      const running = current;
      current = null;
      await running?.stop();
    },
  };
}

/** Rejects when the request takes too long; never resolves. */
async function tooLate(
  kind: EngineRequestKind,
  params: EngineRequests[EngineRequestKind]['params'],
  clock: Clock,
  files: Files,
  over: AbortSignal,
): Promise<never> {
  const sizes = await Promise.all(
    mediaOf(params).map((medium) =>
      files.facts(medium).then(
        (facts) => facts.bytes,
        () => 0,
      ),
    ),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const patience = kind === 'export' ? EXPORT_PATIENCE : 1;
  await clock.sleep(DEADLINE_MS + (bytes / 2 ** 20) * DEADLINE_MS_PER_MEBIBYTE * patience, over);
  throw new CleartakeError('engineTimedOut', { detail: `${kind} of ${bytes} bytes` });
}

function mediaOf(params: EngineRequests[EngineRequestKind]['params']): readonly string[] {
  if ('inputs' in params) return params.inputs;
  if ('original' in params) return [params.original];
  return ['input' in params ? params.input : params.path];
}

/** Rejects with the signal's reason if it is aborted before `over`; never resolves. */
function aborted(signal: AbortSignal | undefined, over: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal?.aborted) reject(signal.reason);
  else signal?.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over });
  return promise;
}
