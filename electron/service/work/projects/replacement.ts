/** A change of medium that was cut off between the disk and the store: what lies on disk is whole, and counts. */

import { isErrno } from '../../../platform/files/file-errors.ts';
import { digestFile } from '../../../platform/files/hashing.ts';
import type { MediaStorage } from '../../storage/media-storage.ts';
import type { Project } from '../../store/records.ts';
import type { ProjectStore } from '../../store/store.ts';

/** Does nothing unless a medium was about to be replaced: the row then says `uploading` and has the earlier one's bytes. */
export async function settleReplacement(
  projects: Pick<ProjectStore, 'finishUpload'>,
  storage: MediaStorage,
  project: Project,
  now: number,
): Promise<void> {
  if (project.status !== 'uploading' || project.bytes === null) return;
  const there = await storage.withLocalMedium(project, digestFile).catch((failure: unknown) => {
    if (isErrno(failure, 'ENOENT')) return { bytes: project.bytes ?? 0, sha256: project.sha256 ?? '' };
    throw failure;
  });
  await storage.truncatePartial(project, 0);
  await projects.finishUpload(project.projectId, there.bytes, there.sha256, now);
}
