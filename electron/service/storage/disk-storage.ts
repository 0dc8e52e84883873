/** Media on disk: a folder for each project, with the uploaded medium and a folder of outputs for each generation. */

import { type FileHandle, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { extensionOf, RECORDING_EXTENSIONS } from '../../../shared/domain/media-types.ts';
import { commitFile, renamePatiently, syncFolder } from '../../platform/files/atomic-files.ts';
import { isErrno } from '../../platform/files/file-errors.ts';
import { digestFile } from '../../platform/files/hashing.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { MediaStorage, MediumOwner, OutputOwner } from './media-storage.ts';

export interface DiskStorage extends MediaStorage {
  /** Where an unfinished upload is kept. */
  partialFile(project: MediumOwner): string;
  /** As `openWorkFolder` returned it. */
  workFolder(generation: OutputOwner): string;
}

/** @param root folder of all media; created when missing, readable only by its owner */
export function createDiskStorage(root: string): DiskStorage {
  const projectFolder = (projectId: string) => path.join(root, projectId);
  const outputFolder = ({ projectId, generationId }: OutputOwner) => path.join(root, projectId, generationId);
  const workFolder = (generation: OutputOwner) => `${outputFolder(generation)}.work`;
  const partialPath = ({ projectId }: MediumOwner) => path.join(root, projectId, 'upload.part');

  function mediumPath({ projectId, originalFileName }: MediumOwner): string {
    const extension = extensionOf(originalFileName);
    return path.join(root, projectId, RECORDING_EXTENSIONS.includes(extension) ? `medium.${extension}` : 'medium');
  }

  return {
    partialFile: partialPath,
    workFolder,
    withLocalMedium: (project, work) => work(mediumPath(project)),
    partialBytes: async (project) => {
      try {
        return (await stat(partialPath(project))).size;
      } catch (failure) {
        if (isErrno(failure, 'ENOENT')) return 0;
        throw failure;
      }
    },
    writePartial: async (project, from, chunks) => {
      await makeFolder(projectFolder(project.projectId), 0o700);
      const file = await open(partialPath(project), from === 0 ? 'w' : 'r+', 0o600);
      try {
        let position = from;
        for await (const chunk of chunks) position += await writeWhole(file, chunk, position);
      } finally {
        await file.close();
      }
    },
    truncatePartial: async (project, bytes) => {
      const file = partialPath(project);
      await (bytes === 0 ? rm(file, { force: true }) : truncate(file, bytes));
    },
    digestPartial: (project) => digestFile(partialPath(project)),
    commitMedium: (project) => commitFile(partialPath(project), mediumPath(project)),
    discardProject: (projectId) => rm(projectFolder(projectId), { recursive: true, force: true }),
    openWorkFolder: async (generation) => {
      const folder = workFolder(generation);
      await rm(folder, { recursive: true, force: true });
      await makeFolder(folder, 0o700);
      return folder;
    },
    publish: async (generation) => {
      const target = outputFolder(generation);
      // Left by a crash between the rename and the store's commit; the generation ran again since.
      await rm(target, { recursive: true, force: true });
      await syncFolder(workFolder(generation));
      await renamePatiently(workFolder(generation), target);
      await syncFolder(projectFolder(generation.projectId));
      return '';
    },
    publishMore: async (generation) => {
      const target = outputFolder(generation);
      for (const name of await readdir(workFolder(generation))) {
        await renamePatiently(path.join(workFolder(generation), name), path.join(target, name));
      }
      await syncFolder(target);
      return '';
    },
    discardWork: (generation) => rm(workFolder(generation), { recursive: true, force: true }),
    discardAll: async (generation) => {
      await rm(workFolder(generation), { recursive: true, force: true });
      await rm(outputFolder(generation), { recursive: true, force: true });
    },
    readOutput: async (generation, fileName, first, last) => {
      const file = path.join(outputFolder(generation), fileName);
      // Opened before the answer begins, so that a missing file becomes a status, not a broken body.
      const handle = await open(file, 'r').catch((failure: unknown) => {
        if (isErrno(failure, 'ENOENT')) return null;
        throw failure;
      });
      return handle?.createReadStream({ start: first, end: last }) ?? null;
    },
  };
}

/** One write call may write only a part of a chunk. */
async function writeWhole(file: FileHandle, chunk: Uint8Array, position: number): Promise<number> {
  let written = 0;
  while (written < chunk.length) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
  return written;
}
