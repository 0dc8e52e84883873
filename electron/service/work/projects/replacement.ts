/** Settling the replacement of a medium that was cut off between disk and store: the file on disk is complete, and counts. */

import { isErrno } from '../../../platform/files/file-errors.ts';
import { digestFile } from '../../../platform/files/hashing.ts';
import type { MediaStorage } from '../../storage/media-storage.ts';
import type { Project } from '../../store/records.ts';
import type { ProjectStore } from '../../store/store.ts';

/** Does nothing unless a medium was being replaced: its row is then `uploading` with the bytes of the earlier medium. */
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
