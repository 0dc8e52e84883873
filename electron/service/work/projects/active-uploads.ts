/** The uploads under way, one for each project: a later one takes over. */

import type { Refusal } from '../../rules/refusal.ts';
import type { Project } from '../../store/records.ts';

export interface ActiveUploads {
  /**
   * Ends the project's upload, if there is one, and begins another: a client may reconnect before the service notices that its old
   * connection broke.
   * @param work writes the upload; its signal's reason is the refusal to answer
   */
  takeOver<Result>(project: UploadingProject, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Ends the upload of a project, if there is one, and waits until nothing writes any more. */
  end(projectId: string, reason: Refusal): Promise<void>;
  /** Ends those that a key's addresses began. */
  endOfKey(keyId: string, reason: Refusal): void;
  /** Ends them all, and any that begins afterwards. */
  endAll(reason: Refusal): void;
}

type UploadingProject = Pick<Project, 'projectId' | 'keyId'>;

interface ActiveUpload {
  readonly keyId: string;
  readonly controller: AbortController;
  readonly gone: Promise<unknown>;
}

export function createActiveUploads(replaced: () => Refusal): ActiveUploads {
  const uploads = new Map<string, ActiveUpload>();
  let over: Refusal | null = null;
  return {
    takeOver: async ({ projectId, keyId }, work) => {
      const before = uploads.get(projectId);
      before?.controller.abort(replaced());
      const controller = new AbortController();
      if (over !== null) controller.abort(over);
      const result = Promise.resolve(before?.gone).then(() => work(controller.signal));
      const upload = { keyId, controller, gone: result.catch(() => undefined) };
      uploads.set(projectId, upload);
      try {
        return await result;
      } finally {
        if (uploads.get(projectId) === upload) uploads.delete(projectId);
      }
    },
    end: async (projectId, reason) => {
      const upload = uploads.get(projectId);
      upload?.controller.abort(reason);
      await upload?.gone;
    },
    endOfKey: (keyId, reason) => {
      for (const upload of uploads.values()) if (upload.keyId === keyId) upload.controller.abort(reason);
    },
    endAll: (reason) => {
      over = reason;
      for (const { controller } of uploads.values()) controller.abort(reason);
    },
  };
}
