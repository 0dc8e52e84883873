/** Typed requests to a helper process, with checked answers, progress, failures and the process's sudden end. */

import type { z } from 'zod';
import { CleartakeError, fromErrorRecord } from '../../../shared/domain/errors.ts';
import { type FromHelper, fromHelperSchema, type ToHelper } from '../../../shared/engine-api/helper-envelope.ts';
import type { HelperProcess } from './helper-process.ts';

/** Below this a helper may not even start. */
const ENOUGH_FILES = 64;

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
  /** Lets the process stand still, or go on: see `ToHelper`. */
  suspend(suspended: boolean): void;
  /** Ends the process; pending requests fail with `cancelled`. */
  stop(): Promise<void>;
}

/** The schemas of what a helper may say. */
export interface HelperAnswers<
  Requests extends { [Kind in keyof Requests]: { params: unknown; result: unknown } },
  Progress,
> {
  readonly results: { readonly [Kind in keyof Requests]: z.ZodType<Requests[Kind]['result']> };
  /** Null for helpers that report none. */
  readonly progress: z.ZodType<Progress> | null;
}

interface Pending {
  readonly schema: z.ZodType;
  resolve(result: unknown): void;
  reject(error: CleartakeError): void;
  onProgress?: ((progress: unknown) => void) | undefined;
}

/**
 * Ends a helper that says anything it may not say, or what no request asked for in that form: its requests fail with `engineCrashed`.
 */
export function createHelperClient<
  Requests extends { [Kind in keyof Requests]: { params: unknown; result: unknown } },
  Progress = never,
>(helper: HelperProcess, answers: HelperAnswers<Requests, Progress>): HelperClient<Requests, Progress> {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let ended: CleartakeError | null = null;

  function endAll(error: CleartakeError): void {
    ended ??= error;
    for (const one of pending.values()) one.reject(ended);
    pending.clear();
  }

  function distrust(what: string): void {
    endAll(new CleartakeError('engineCrashed', { detail: `the helper sent ${what} that is not understood` }));
    void helper.stop();
  }

  function take(message: FromHelper): void {
    if (message.kind === 'ready') return;
    const waiting = pending.get(message.id);
    if (waiting === undefined) return;
    if (message.kind === 'progress') {
      const progress = answers.progress?.safeParse(message.progress);
      if (progress?.success !== true) distrust('progress');
      else waiting.onProgress?.(progress.data);
      return;
    }
    if (message.kind === 'failed') {
      pending.delete(message.id);
      waiting.reject(fromErrorRecord(message.error));
      return;
    }
    const result = waiting.schema.safeParse(message.result);
    if (!result.success) {
      distrust('a result');
      return;
    }
    pending.delete(message.id);
    waiting.resolve(result.data);
  }

  helper.onMessage((raw) => {
    if (ended !== null) return;
    const message = fromHelperSchema.safeParse(raw);
    if (message.success) take(message.data);
    else distrust('a message');
  });
  helper.onExit((code) => {
    if (ended !== null) return;
    const cause = hasFewFiles() ? 'tooManyFiles' : 'engineCrashed';
    endAll(new CleartakeError(cause, { detail: `helper ended with ${code ?? 'a signal'}` }));
  });

  return {
    request: (kind, params, onProgress) =>
      new Promise((resolve, reject) => {
        if (ended !== null) {
          reject(ended);
          return;
        }
        const id = ++lastId;
        pending.set(id, {
          schema: answers.results[kind],
          resolve: (result) => resolve(result as Requests[typeof kind]['result']),
          reject,
          onProgress: onProgress as ((progress: unknown) => void) | undefined,
        });
        helper.send({ kind: 'request', id, request: kind, params } satisfies ToHelper);
      }),
    suspend: (suspended) => {
      if (ended === null) helper.send({ kind: 'suspend', suspended } satisfies ToHelper);
    },
    stop: async () => {
      endAll(new CleartakeError('cancelled'));
      await helper.stop();
    },
  };
}

/** Whether a helper that ended unasked probably could open no more files. */
export function hasFewFiles(): boolean {
  const report = process.report?.getReport() as unknown as
    | { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } }
    | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === 'number' && soft < ENOUGH_FILES;
}
