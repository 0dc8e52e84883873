/** Uploads: whole or in parts, resumable, checked against their digests and the account's quota. */

import type { Readable } from 'node:stream';
import { UPLOAD_OFFSET_HEADER } from '../../../../shared/service-api/routes.ts';
import { isErrno } from '../../../platform/files/file-errors.ts';
import { digestFile } from '../../../platform/files/hashing.ts';
import type { UploadRange } from '../../../platform/http/byte-ranges.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { TimeoutPool } from '../../../platform/time/timeout-pool.ts';
import { keyStopped } from '../../rules/keys/refusals.ts';
import { uploadRefused } from '../../rules/projects.ts';
import type { Refusal } from '../../rules/refusal.ts';
import { refuse } from '../../rules/refusal.ts';
import type { MediaStorage } from '../../storage/media-storage.ts';
import type { Project } from '../../store/records.ts';
import type { ProjectStore, SpaceStore } from '../../store/store.ts';
import { createUploadBody, cutOff, type UploadBody } from './upload-body.ts';

/** An upload without a declared length reserves space in steps of this many bytes. */
const SPACE_STEP = 8 * 1024 * 1024;

export interface UploadState {
  /** Bytes that have arrived. */
  readonly bytes: number;
  readonly complete: boolean;
  /** Of the whole medium, in hex; null until it is complete. */
  readonly sha256: string | null;
}

/** What a request's headers say about its body. */
interface ComingBody {
  readonly range: UploadRange;
  /** Content-Length; null without one. */
  readonly declaredBytes: number | null;
  /** SHA-256 of this body and of the whole medium, in hex; null without one. */
  readonly contentSha256: string | null;
  readonly wholeSha256: string | null;
}

export interface Uploads {
  state(project: Project): Promise<UploadState>;
  /**
   * Receives a body and returns the state after it.
   * @throws refusal 400, 404, 409, 413, 507
   */
  receive(project: Project, coming: ComingBody, body: Readable): Promise<UploadState>;
  /** Ends the upload of a project, if there is one, and waits until nothing writes any more. */
  end(projectId: string): Promise<void>;
  /** Ends the uploads to addresses that were made for a key that was stopped; what has arrived is kept. */
  endOfKey(keyId: string): void;
  /** Cuts all uploads; what has arrived is kept. */
  stop(): void;
}

export interface UploadParts {
  readonly projects: Pick<ProjectStore, 'findById' | 'beginUpload' | 'beginReplacing' | 'finishUpload'>;
  readonly space: Pick<SpaceStore, 'resizeUpload'>;
  readonly storage: MediaStorage;
  readonly clock: Clock;
  /** The timeout between two chunks of an upload. */
  readonly idle: TimeoutPool;
  /** Bytes that one account may keep; null for any number. */
  readonly quota: number | null;
}

export function createUploads({ projects, space, storage, clock, idle, quota }: UploadParts): Uploads {
  const active = createActiveUploads(cutOff);

  /** The state of the medium, or of an upload that will replace it. */
  async function state(project: Project): Promise<UploadState> {
    const partial = await storage.partialBytes(project);
    return project.status === 'uploaded' && partial === 0
      ? { bytes: project.bytes ?? 0, complete: true, sha256: project.sha256 }
      : { bytes: partial, complete: false, sha256: null };
  }

  async function write(projectId: string, coming: ComingBody, request: Readable, signal: AbortSignal) {
    // An earlier upload may have finished meanwhile.
    const project = await projects.findById(projectId);
    if (project === null) throw uploadRefused('gone');
    const from = await whereItGoesOn(project, coming);
    const expected = expectedBytes(coming);
    const reserved = coming.range.kind === 'part' ? coming.range.total : (expected ?? 0);
    const beginning = await projects.beginUpload(projectId, reserved, quota);
    if (beginning === 'has-generations') await giveUp(project);
    if (beginning !== 'begun') throw uploadRefused(beginning);
    try {
      const grow = async (bytes: number) => {
        if (await space.resizeUpload(projectId, bytes + SPACE_STEP, quota)) return bytes + SPACE_STEP;
        if (await space.resizeUpload(projectId, bytes, quota)) return bytes;
        throw uploadRefused('quota-exceeded');
      };
      const body = createUploadBody(request, { declared: expected, signal, idle, grow });
      return await take(project, coming, from, body);
    } catch (failure) {
      await space.resizeUpload(projectId, await storage.partialBytes(project), null);
      if (isErrno(failure, 'ENOSPC', 'EDQUOT')) throw refuse(507, 'The disk of the service is full.');
      if (isErrno(failure, 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE')) throw cutOff();
      throw failure;
    }
  }

  /** The byte offset of the body. */
  async function whereItGoesOn(project: Project, coming: ComingBody): Promise<number> {
    const { range, declaredBytes } = coming;
    const expected = expectedBytes(coming);
    if (expected === 0) throw refuse(400, 'The upload is empty.');
    if (range.kind !== 'part') return 0;
    if (declaredBytes !== null && declaredBytes !== expected) {
      throw refuse(400, 'Content-Length and Content-Range do not agree.');
    }
    const there = await state(project);
    if (range.first !== 0 && (there.complete || there.bytes !== range.first)) {
      throw refuse(409, `The upload continues at byte ${there.bytes}.`, {
        headers: { [UPLOAD_OFFSET_HEADER]: String(there.bytes) },
      });
    }
    return range.first;
  }

  async function take(project: Project, coming: ComingBody, from: number, body: UploadBody): Promise<UploadState> {
    const expected = expectedBytes(coming);
    await storage.writePartial(project, from, body.chunks()).catch(async (failure: unknown) => {
      // A refused body is removed; what arrived of an interrupted one is kept.
      if (isQuotaRefusal(failure)) await storage.truncatePartial(project, from);
      throw failure;
    });
    if (expected !== null && body.passed() !== expected) throw cutOff();
    const bytes = from + body.passed();
    if (bytes === 0) throw refuse(400, 'The upload is empty.');
    const sha256 = body.sha256();
    if (coming.contentSha256 !== null && coming.contentSha256 !== sha256) {
      await storage.truncatePartial(project, from);
      throw refuse(
        400,
        'What arrived does not have the digest in Content-Digest. Nothing of it is kept; send it again.',
      );
    }
    if (coming.range.kind === 'part' && bytes < coming.range.total) return { bytes, complete: false, sha256: null };
    const whole = from === 0 ? sha256 : (await storage.digestPartial(project)).sha256;
    if (coming.wholeSha256 !== null && coming.wholeSha256 !== whole) {
      await storage.truncatePartial(project, 0);
      throw refuse(
        400,
        'The medium does not have the digest in Repr-Digest. Nothing of it is kept; send all of it again.',
      );
    }
    const replacing = await projects.beginReplacing(project.projectId);
    if (replacing === 'has-generations') await giveUp(project);
    if (replacing !== 'begun') throw uploadRefused(replacing);
    try {
      await storage.commitMedium(project);
    } catch (failure) {
      await settleReplacement(projects, storage, { ...project, status: 'uploading' }, clock.now());
      throw failure;
    }
    await projects.finishUpload(project.projectId, bytes, whole, clock.now());
    return { bytes, complete: true, sha256: whole };
  }

  /** Removes an upload whose medium may no longer be replaced. */
  async function giveUp(project: Project): Promise<void> {
    await storage.truncatePartial(project, 0);
    await space.resizeUpload(project.projectId, 0, null);
  }

  return {
    state,
    receive: (project, coming, body) =>
      coming.range.kind === 'status-query'
        ? state(project)
        : active.takeOver(project, (signal) => write(project.projectId, coming, body, signal)),
    end: (projectId) => active.end(projectId, uploadRefused('gone')),
    endOfKey: (keyId) => active.endOfKey(keyId, keyStopped()),
    stop: () => active.endAll(refuse(503, 'The service is closing. What arrived is kept. Send the rest later.')),
  };
}

function expectedBytes({ range, declaredBytes }: ComingBody): number | null {
  return range.kind === 'part' ? range.last - range.first + 1 : declaredBytes;
}

function isQuotaRefusal(failure: unknown): boolean {
  return failure instanceof Error && 'statusCode' in failure && failure.statusCode === 413;
}

/** Does nothing unless a medium was being replaced: its row is then `uploading` with the bytes of the earlier medium. */
export async function settleReplacement(
  projects: Pick<ProjectStore, 'finishUpload'>,
  storage: MediaStorage,
  project: Project,
  now: number,
): Promise<void> {
  if (project.status !== 'uploading' || project.bytes === null) return;
  const { originalFileName, projectId } = project;
  // Without its digest: it may be the one or the other.
  const there = await storage.withLocalMedium({ originalFileName, projectId }, digestFile).catch((failure: unknown) => {
    if (isErrno(failure, 'ENOENT')) return { bytes: project.bytes ?? 0, sha256: project.sha256 ?? '' };
    throw failure;
  });
  await storage.truncatePartial(project, 0);
  await projects.finishUpload(project.projectId, there.bytes, there.sha256, now);
}

interface ActiveUploads {
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

function createActiveUploads(replaced: () => Refusal): ActiveUploads {
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
