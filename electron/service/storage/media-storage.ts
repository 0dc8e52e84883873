/** The port of media: uploaded recordings, and the outputs of generations. */

import type { Readable } from 'node:stream';
import type { FileDigest } from '../../platform/files/hashing.ts';

/** What names a medium on disk. Identifiers come from the store, never from a request. */
export interface MediumOwner {
  readonly projectId: string;
  readonly originalFileName: string;
}

export interface OutputOwner {
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
