/**
 * Uploads that go to the storage itself. Nothing tells the service that one has arrived, so it looks where it matters: before a start, in a
 * listing, and at times for those nobody asks about. What has arrived becomes the medium once it is taken, and never changes after that.
 */

import type { Clock } from '../../../platform/time/clock.ts';
import { uploadRefused } from '../../rules/projects.ts';
import { refuse } from '../../rules/refusal.ts';
import { isStorageAway } from '../../rules/storage-away.ts';
import type { ArrivedUpload, DirectStorage } from '../../storage/media-storage.ts';
import type { Project, ProjectInList } from '../../store/records.ts';
import type { ProjectStore, SpaceStore } from '../../store/store.ts';

/** How often an upload may be replaced while it is taken. */
const MOST_CHANGES = 3;

export interface DirectUploads {
  /**
   * The project with its medium, if one has arrived. Concurrent calls for the same project share one look.
   * @throws `storageAway`; refusal 404, 409
   */
  settle(project: Project): Promise<Project>;
  /** The entries of a listing with the status of what has arrived. Without an answer from the storage they stay as they are. */
  listed(rows: readonly ProjectInList[]): Promise<readonly ProjectInList[]>;
}

export interface DirectUploadParts {
  readonly projects: Pick<ProjectStore, 'findById' | 'beginUpload' | 'beginReplacing' | 'finishUpload'>;
  readonly space: Pick<SpaceStore, 'resizeUpload'>;
  readonly direct: DirectStorage | null;
  readonly clock: Clock;
  /** Bytes that one account may keep; null for any number. */
  readonly quota: number | null;
}

/** @returns null for a storage that clients don't reach */
export function createDirectUploads({ direct, ...parts }: DirectUploadParts): DirectUploads | null {
  return direct === null ? null : createForStorage({ direct, ...parts });
}

function createForStorage({
  clock,
  direct,
  projects,
  quota,
  space,
}: DirectUploadParts & { readonly direct: DirectStorage }): DirectUploads {
  const underWay = new Map<string, Promise<Project>>();

  async function look(project: Project): Promise<Project> {
    const { projectId } = project;
    for (let changes = 0; changes < MOST_CHANGES; changes += 1) {
      const arrived = await direct.findUpload(projectId);
      // Another node may have taken it meanwhile.
      if (arrived === null) return changes === 0 ? project : ((await projects.findById(projectId)) ?? project);
      const taken = await take(project, arrived);
      if (taken !== null) return taken;
    }
    throw refuse(409, 'The medium of this project is still being uploaded.', { code: 'notUploaded' });
  }

  /** Null when something else has arrived meanwhile. */
  async function take(project: Project, arrived: ArrivedUpload): Promise<Project | null> {
    const { projectId } = project;
    const beginning = arrived.bytes === 0 ? 'empty' : await projects.beginUpload(projectId, arrived.bytes, quota);
    if (beginning !== 'begun') {
      await direct.discardUpload(projectId);
      if (beginning === 'quota-exceeded') throw quotaExceeded();
      if (beginning === 'gone') throw uploadRefused(beginning);
      // It came after a generation was started, or it is nothing.
      return project;
    }
    try {
      const replacing = await projects.beginReplacing(projectId);
      const sha256 = replacing === 'begun' ? await direct.takeUpload(project, arrived) : null;
      if (sha256 === null) {
        await space.resizeUpload(projectId, 0, null);
        return null;
      }
      await projects.finishUpload(projectId, arrived.bytes, sha256, clock.now());
    } catch (failure) {
      await space.resizeUpload(projectId, 0, null);
      throw failure;
    }
    // Left there by a fault it is taken once more, or removed when a generation has started.
    await direct.discardUpload(projectId).catch(() => undefined);
    const taken = await projects.findById(projectId);
    if (taken === null) throw uploadRefused('gone');
    return taken;
  }

  return {
    settle: (project) => {
      const { projectId } = project;
      const looking =
        underWay.get(projectId) ??
        look(project).finally(() => {
          underWay.delete(projectId);
        });
      underWay.set(projectId, looking);
      return looking;
    },
    listed: async (rows) => {
      if (!rows.some(isOpen)) return rows;
      const arrived = await direct.arrived().catch((failure: unknown) => {
        if (isStorageAway(failure)) return new Set<string>();
        throw failure;
      });
      return rows.map((row) => (isOpen(row) && arrived.has(row.projectId) ? { ...row, status: 'uploaded' } : row));
    },
  };
}

function isOpen({ status }: ProjectInList): boolean {
  return status !== 'uploaded';
}

/** An address binds the length only where the client named it, so the quota is asked when the medium is there. */
function quotaExceeded() {
  return refuse(
    409,
    'The storage of the account is full, and the medium was removed. Delete projects that are not needed any more, then upload again.',
    { code: 'storageQuotaExceeded' },
  );
}
