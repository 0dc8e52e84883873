/** The port of media, and its form on disk: one folder a project, with the uploaded medium and one folder of outputs for each generation. */

import { type FileHandle, mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { extensionOf, RECORDING_EXTENSIONS } from '../../../shared/domain/media-types.ts';
import { commitFile, isErrno, syncFolder } from '../../platform/files/atomic-files.ts';
import { digestFile, type FileDigest } from '../../platform/files/hashing.ts';

/** What names a medium on disk. Identifiers come from the store, never from a request. */
interface MediumOwner {
  readonly projectId: string;
  readonly originalFileName: string;
}

interface OutputOwner {
  readonly projectId: string;
  readonly generationId: string;
}

/**
 * Where media and outputs lie. Its contract is test/integration/service/ports/media-storage.contract.ts; nothing in it needs a file
 * system but the folders that an engine works in.
 */
export interface MediaStorage {
  /**
   * Lends the whole medium as a local file for as long as the work takes. Its extension is kept: some decoders take it as a hint.
   * A medium that is gone is the work's to find out.
   */
  withLocalMedium<Result>(project: MediumOwner, work: (file: string) => Promise<Result>): Promise<Result>;
  /** Bytes that are there of an unfinished upload. */
  partialBytes(project: MediumOwner): Promise<number>;
  /** Writes what comes, from a byte on; when it is cut off, what came stays. From 0 on, what was there goes. */
  writePartial(project: MediumOwner, from: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Keeps so many bytes of an unfinished upload; of none nothing is left. */
  truncatePartial(project: MediumOwner, bytes: number): Promise<void>;
  /** Digest and length of an unfinished upload. */
  digestPartial(project: MediumOwner): Promise<FileDigest>;
  /** Flushes the upload and gives it its place, replacing an earlier medium. */
  commitMedium(project: MediumOwner): Promise<void>;
  /** Removes everything of a project. */
  discardProject(projectId: string): Promise<void>;
  /** An empty folder for one attempt to write its outputs in. */
  openWorkFolder(generation: OutputOwner): Promise<string>;
  /** Flushes an attempt's folder and makes it the generation's outputs. */
  publish(generation: OutputOwner): Promise<void>;
  discardWork(generation: OutputOwner): Promise<void>;
  /** Removes everything that was written for a generation. */
  discardAll(generation: OutputOwner): Promise<void>;
  /** A part of an output, both ends included; null when the file is gone. */
  readOutput(generation: OutputOwner, fileName: string, first: number, last: number): Promise<Readable | null>;
}

/** @param root folder of all media; created when missing, for its owner alone */
export function createMediaStorage(root: string): MediaStorage {
  const projectFolder = (projectId: string) => path.join(root, projectId);
  const outputFolder = ({ projectId, generationId }: OutputOwner) => path.join(root, projectId, generationId);
  const workFolder = (generation: OutputOwner) => `${outputFolder(generation)}.work`;
  const partialPath = ({ projectId }: MediumOwner) => path.join(root, projectId, 'upload.part');

  function mediumPath({ projectId, originalFileName }: MediumOwner): string {
    const extension = extensionOf(originalFileName);
    return path.join(root, projectId, RECORDING_EXTENSIONS.includes(extension) ? `medium.${extension}` : 'medium');
  }

  return {
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
      await mkdir(projectFolder(project.projectId), { recursive: true, mode: 0o700 });
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
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    publish: async (generation) => {
      const target = outputFolder(generation);
      // A crash after the rename and before the store knew of it leaves such a folder; its generation ran again.
      await rm(target, { recursive: true, force: true });
      await syncFolder(workFolder(generation));
      await rename(workFolder(generation), target);
      await syncFolder(projectFolder(generation.projectId));
    },
    discardWork: (generation) => rm(workFolder(generation), { recursive: true, force: true }),
    discardAll: async (generation) => {
      await rm(workFolder(generation), { recursive: true, force: true });
      await rm(outputFolder(generation), { recursive: true, force: true });
    },
    readOutput: async (generation, fileName, first, last) => {
      const file = path.join(outputFolder(generation), fileName);
      // Opened before anything is answered: a file that is gone is told as a status, not as a broken body.
      const handle = await open(file, 'r').catch((failure: unknown) => {
        if (isErrno(failure, 'ENOENT')) return null;
        throw failure;
      });
      return handle?.createReadStream({ start: first, end: last }) ?? null;
    },
  };
}

/** Flushes one file's bytes. */
export async function flushFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A single write may take only a part of what it was given. */
async function writeWhole(file: FileHandle, chunk: Uint8Array, position: number): Promise<number> {
  let written = 0;
  while (written < chunk.length) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
  return written;
}
