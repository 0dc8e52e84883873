/** Deleting projects: first hidden, then their files are removed, then their bytes are freed. Also the clean-up at a start. */

import { isStorageAway } from '../../rules/storage-away.ts';
import type { MediaStorage } from '../../storage/media-storage.ts';
import type { ServiceStore, SpaceStore } from '../../store/store.ts';
import type { Uploads } from './uploads.ts';
import { settleReplacement } from './uploads.ts';

export interface DeletionParts {
  readonly space: SpaceStore;
  readonly storage: MediaStorage;
  readonly uploads: Uploads;
}

/** @returns as `SpaceStore` */
export async function deleteWithMedia(
  { space, storage, uploads }: DeletionParts,
  projectId: string,
  actorKeyId: string,
  now: number,
): ReturnType<SpaceStore['deleteProject']> {
  const outcome = await space.deleteProject(projectId, actorKeyId, now);
  if (outcome !== 'deleted') return outcome;
  await uploads.end(projectId);
  await unlessAway(async () => {
    await storage.discardProject(projectId);
    await space.freed(projectId);
  });
  return outcome;
}

/** Runs at a start: finishes deletions and replacements of media that an earlier run left, and recounts reserved bytes. */
export async function settleStorage(
  { projects, space }: Pick<ServiceStore, 'projects' | 'space'>,
  storage: MediaStorage,
  now: number,
): Promise<void> {
  for (const projectId of await space.deletedProjects()) {
    await unlessAway(async () => {
      await storage.discardProject(projectId);
      await space.freed(projectId);
    });
  }
  for (const project of await space.unfinishedUploads()) {
    await unlessAway(() => settleReplacement(projects, storage, project, now));
    await space.resizeUpload(project.projectId, await storage.partialBytes(project), null);
  }
  await space.recount();
}

/** Files that can't be reached now are dealt with later: the rows say that they still have to go, or to be looked at. */
async function unlessAway(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    if (!isStorageAway(failure)) throw failure;
  }
}
