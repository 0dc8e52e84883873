/** One writer a project: whoever comes later takes over. */

import type { Refusal } from '../../rules/refusal.ts';

export interface UploadWriters {
  /**
   * A client that comes back is ahead of the news that its old connection broke: the new writer takes over.
   * @param work its signal's reason is the refusal to end with
   */
  takeOver<Result>(projectId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Ends the writer of a project, if there is one, and waits until it is gone. */
  end(projectId: string, reason: Refusal): Promise<void>;
  endAll(reason: Refusal): void;
}

interface Writer {
  readonly controller: AbortController;
  readonly gone: Promise<unknown>;
}

export function createUploadWriters(replaced: () => Refusal): UploadWriters {
  const writers = new Map<string, Writer>();
  return {
    takeOver: async (projectId, work) => {
      const before = writers.get(projectId);
      before?.controller.abort(replaced());
      const controller = new AbortController();
      const result = Promise.resolve(before?.gone).then(() => work(controller.signal));
      const writer = { controller, gone: result.catch(() => undefined) };
      writers.set(projectId, writer);
      try {
        return await result;
      } finally {
        if (writers.get(projectId) === writer) writers.delete(projectId);
      }
    },
    end: async (projectId, reason) => {
      const writer = writers.get(projectId);
      writer?.controller.abort(reason);
      await writer?.gone;
    },
    endAll: (reason) => {
      for (const { controller } of writers.values()) controller.abort(reason);
    },
  };
}
