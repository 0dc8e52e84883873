/** Typed requests to a helper process, with progress, results, failures and the process's sudden end. */

import { CleartakeError, fromErrorRecord } from '../../../shared/domain/errors.ts';
import type { FromHelper, ToHelper } from '../../../shared/engine-api/helper-envelope.ts';
import type { HelperProcess } from './helper-process.ts';

export interface HelperClient<
  Requests extends { [Kind in keyof Requests]: { params: unknown; result: unknown } },
  Progress,
> {
  /**
   * @throws CleartakeError as the helper reported it; `engineCrashed` when the process ended before it answered
   */
  request<Kind extends keyof Requests & string>(
    kind: Kind,
    params: Requests[Kind]['params'],
    onProgress?: (progress: Progress) => void,
  ): Promise<Requests[Kind]['result']>;
  /** Ends the process; pending requests fail with `cancelled`. */
  stop(): Promise<void>;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: CleartakeError): void;
  onProgress?: ((progress: unknown) => void) | undefined;
}

export function createHelperClient<
  Requests extends { [Kind in keyof Requests]: { params: unknown; result: unknown } },
  Progress = never,
>(helper: HelperProcess): HelperClient<Requests, Progress> {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let ended: CleartakeError | null = null;

  function endAll(error: CleartakeError): void {
    ended ??= error;
    for (const one of pending.values()) one.reject(ended);
    pending.clear();
  }

  helper.onMessage((raw) => {
    const message = raw as FromHelper;
    if (message.kind === 'ready') return;
    const waiting = pending.get(message.id);
    if (waiting === undefined) return;
    if (message.kind === 'progress') {
      waiting.onProgress?.(message.progress);
      return;
    }
    pending.delete(message.id);
    if (message.kind === 'result') waiting.resolve(message.result);
    else waiting.reject(fromErrorRecord(message.error));
  });
  helper.onExit((code) =>
    endAll(new CleartakeError('engineCrashed', { detail: `helper ended with ${code ?? 'a signal'}` })),
  );

  return {
    request: (kind, params, onProgress) =>
      new Promise((resolve, reject) => {
        if (ended !== null) {
          reject(ended);
          return;
        }
        const id = ++lastId;
        pending.set(id, {
          resolve: (result) => resolve(result as Requests[typeof kind]['result']),
          reject,
          onProgress: onProgress as ((progress: unknown) => void) | undefined,
        });
        helper.send({ kind: 'request', id, request: kind, params } satisfies ToHelper);
      }),
    stop: async () => {
      endAll(new CleartakeError('cancelled'));
      await helper.stop();
    },
  };
}
