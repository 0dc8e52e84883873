/** Uploads: whole or in parts, resumed where they broke off, one writer a project. */

import type { Readable } from 'node:stream';
import { UPLOAD_OFFSET_HEADER } from '../../../shared/service-api/transfers.ts';
import { isErrno } from '../../platform/atomic-files.ts';
import type { Clock } from '../../platform/clock.ts';
import { refuse } from '../refusal.ts';
import type { Project } from '../store/records.ts';
import type { ProjectStore } from '../store/store.ts';
import type { ComingRange } from './byte-ranges.ts';
import type { MediaStorage } from './media-storage.ts';

export interface UploadState {
  /** Bytes that are there. */
  readonly bytes: number;
  readonly complete: boolean;
}

export interface Uploads {
  state(project: Project): Promise<UploadState>;
  /**
   * Takes a body and gives the state after it.
   * @param declaredBytes Content-Length of the body; null when it does not say
   * @throws refusal 400, 409, 507
   */
  receive(project: Project, range: ComingRange, body: Readable, declaredBytes: number | null): Promise<UploadState>;
  /** Cuts every upload under way; what arrived is kept. */
  stop(): void;
}

interface Writer {
  readonly controller: AbortController;
  readonly gone: Promise<unknown>;
}

type UploadStore = Pick<ProjectStore, 'findById' | 'beginUpload' | 'finishUpload'>;

export function createUploads(projects: UploadStore, storage: MediaStorage, clock: Clock): Uploads {
  const writers = new Map<string, Writer>();

  async function state(project: Project): Promise<UploadState> {
    return project.status === 'uploaded'
      ? { bytes: project.bytes ?? 0, complete: true }
      : { bytes: await storage.partialBytes(project), complete: false };
  }

  /** A client that comes back is ahead of the news that its old connection broke: the new writer takes over. */
  async function takeOver<Result>(projectId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const before = writers.get(projectId);
    before?.controller.abort();
    const controller = new AbortController();
    const result = Promise.resolve(before?.gone).then(() => work(controller.signal));
    const writer = { controller, gone: result.catch(() => undefined) };
    writers.set(projectId, writer);
    try {
      return await result;
    } finally {
      if (writers.get(projectId) === writer) writers.delete(projectId);
    }
  }

  async function write(
    project: Project,
    range: Exclude<ComingRange, { kind: 'question' }>,
    request: Readable,
    declaredBytes: number | null,
    signal: AbortSignal,
  ): Promise<UploadState> {
    const from = range.kind === 'whole' ? 0 : range.first;
    const expected = range.kind === 'whole' ? declaredBytes : range.last - range.first + 1;
    if (expected === 0) throw refuse(400, 'The upload is empty.');
    if (range.kind === 'part') {
      if (declaredBytes !== null && declaredBytes !== expected) {
        throw refuse(400, 'Content-Length and Content-Range do not agree.');
      }
      // Whoever wrote before may have finished while this one waited.
      const there = await state((await projects.findById(project.projectId)) ?? project);
      if (from !== 0 && (there.complete || there.bytes !== from)) {
        throw refuse(409, `The upload goes on at byte ${there.bytes}.`, {
          headers: { [UPLOAD_OFFSET_HEADER]: String(there.bytes) },
        });
      }
    }
    if (!(await projects.beginUpload(project.projectId))) {
      throw refuse(409, 'The project has generations: its medium cannot be replaced.');
    }
    const body = countedBody(request, expected, signal);
    try {
      await storage.writePartial(project, from, body.chunks());
    } catch (failure) {
      if (isErrno(failure, 'ENOSPC', 'EDQUOT')) throw refuse(507, 'The disk of the service is full.');
      if (isErrno(failure, 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE')) throw cutOff();
      throw failure;
    }
    if (expected !== null && body.passed() !== expected) throw cutOff();
    const bytes = from + body.passed();
    if (bytes === 0) throw refuse(400, 'The upload is empty.');
    if (range.kind === 'part' && bytes < range.total) return { bytes, complete: false };
    await storage.commitMedium(project);
    await projects.finishUpload(project.projectId, bytes, clock.now());
    return { bytes, complete: true };
  }

  return {
    state,
    stop: () => {
      for (const { controller } of writers.values()) controller.abort();
    },
    receive: (project, range, body, declaredBytes) =>
      range.kind === 'question'
        ? state(project)
        : takeOver(project.projectId, (signal) => write(project, range, body, declaredBytes, signal)),
  };
}

function cutOff() {
  return refuse(400, 'The upload was cut off. What arrived is kept; ask with HEAD and go on from there.');
}

/** Counts what passes, refuses what goes beyond the declared length, and stops when another writer takes over. */
function countedBody(request: Readable, most: number | null, signal: AbortSignal) {
  let passed = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const onAbort = () => request.destroy();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (signal.aborted) throw cutOff();
      // The connection outlives a failure here: the client is to read why.
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        if (most !== null && passed + chunk.length > most)
          throw refuse(400, 'The body is longer than it was declared.');
        passed += chunk.length;
        yield chunk;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      // What still comes after a failure is let through: a client reads the answer only when it has sent everything.
      request.resume();
    }
  }
  return { chunks, passed: () => passed };
}
