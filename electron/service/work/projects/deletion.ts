/** Deleting projects: out of sight first, then their files, then their share of the quota. And what a start has to put in order. */

import type { MediaStorage } from '../../storage/media-storage.ts';
import type { ServiceStore, SpaceStore } from '../../store/store.ts';
import { settleReplacement } from './replacement.ts';
import type { Uploads } from './uploads.ts';

export interface DeletionParts {
  readonly space: SpaceStore;
  readonly storage: MediaStorage;
  readonly uploads: Uploads;
}

/** @returns as `SpaceStore` */
export async function deleteProject(
  { space, storage, uploads }: DeletionParts,
  projectId: string,
  actorKeyId: string,
  now: number,
): ReturnType<SpaceStore['deleteProject']> {
  const outcome = await space.deleteProject(projectId, actorKeyId, now);
  if (outcome !== 'deleted') return outcome;
  await uploads.end(projectId);
  await storage.discardProject(projectId);
  await space.freed(projectId);
  return outcome;
}

/** At a start: what an end of the service left of deletions and of changed media is finished, and what it left reserved is counted anew. */
export async function settleStorage(
  { projects, space }: Pick<ServiceStore, 'projects' | 'space'>,
  storage: MediaStorage,
  now: number,
): Promise<void> {
  for (const projectId of await space.deletedProjects()) {
    await storage.discardProject(projectId);
    await space.freed(projectId);
  }
  for (const project of await space.unfinishedUploads()) {
    await settleReplacement(projects, storage, project, now);
    await space.resizeUpload(project.projectId, await storage.partialBytes(project), null);
  }
  await space.recount();
}
