/** The port of media: uploaded recordings, and the outputs of generations. */

import type { Readable } from 'node:stream';
import type { FileDigest } from '../../platform/files/hashing.ts';

/** Identifies a medium. Identifiers come from the store, never from a request. */
export interface MediumOwner {
  readonly projectId: string;
  readonly originalFileName: string;
}

export interface OutputOwner {
  readonly projectId: string;
  readonly generationId: string;
}

/**
 * Where media and outputs are kept. test/integration/service/ports/media-storage.contract.ts is its contract. Only the folders that
 * an engine works in need a file system.
 */
export interface MediaStorage {
  /**
   * Provides the medium as a local file while the work runs. Its extension is kept, since some decoders use it as a hint. The work
   * must handle a missing file.
   */
  withLocalMedium<Result>(project: MediumOwner, work: (file: string) => Promise<Result>): Promise<Result>;
  /** Bytes of an unfinished upload that have arrived. */
  partialBytes(project: MediumOwner): Promise<number>;
  /** Writes chunks from a byte on. When they are cut off, what arrived stays. From 0 on, earlier bytes are discarded. */
  writePartial(project: MediumOwner, from: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Keeps the first bytes of an unfinished upload; 0 removes it. */
  truncatePartial(project: MediumOwner, bytes: number): Promise<void>;
  /** Digest and length of an unfinished upload. */
  digestPartial(project: MediumOwner): Promise<FileDigest>;
  /** Flushes the upload and makes it the medium, replacing an earlier one. */
  commitMedium(project: MediumOwner): Promise<void>;
  /** Removes everything of a project. */
  discardProject(projectId: string): Promise<void>;
  /** An empty folder for one attempt to write its outputs in. */
  openWorkFolder(generation: OutputOwner): Promise<string>;
  /** Flushes an attempt's folder and makes it the generation's outputs. */
  publish(generation: OutputOwner): Promise<void>;
  /** Flushes the work folder and adds its files to the generation's outputs. */
  publishMore(generation: OutputOwner): Promise<void>;
  discardWork(generation: OutputOwner): Promise<void>;
  /** Removes everything that was written for a generation. */
  discardAll(generation: OutputOwner): Promise<void>;
  /** A part of an output, both ends included; null when the file is gone. */
  readOutput(generation: OutputOwner, fileName: string, first: number, last: number): Promise<Readable | null>;
}
