/** The port of media: uploaded recordings, and the outputs of generations. */

import type { Readable } from 'node:stream';
import type { FileDigest } from '../../platform/files/hashing.ts';

/** Identifies a medium. Identifiers come from the store, never from a request. */
export interface MediumOwner {
  readonly projectId: string;
  readonly originalFileName: string;
  /** Of the whole medium, in hex, where it is known: a medium that comes over a network is compared with it. */
  readonly sha256?: string | null;
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
   * @param signal gives up fetching it; the work looks after itself
   * @throws `storageAway` before the work begins
   */
  withLocalMedium<Result>(
    project: MediumOwner,
    work: (file: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
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
  /**
   * Flushes an attempt's folder and makes it the generation's outputs. After a failure it may be called again.
   * @returns what goes before the names of these files from now on. Only who has it reads them: an attempt that comes too late disturbs none
   */
  publish(generation: OutputOwner): Promise<string>;
  /** Flushes the work folder and adds its files to the generation's outputs. @returns as `publish` */
  publishMore(generation: OutputOwner): Promise<string>;
  discardWork(generation: OutputOwner): Promise<void>;
  /** Removes everything that was written for a generation. */
  discardAll(generation: OutputOwner): Promise<void>;
  /** A part of an output, both ends included; null when the file is gone. @param fileName with what `publish` returned before it */
  readOutput(generation: OutputOwner, fileName: string, first: number, last: number): Promise<Readable | null>;
  /** Where clients reach the storage itself. Without it all media pass through the service. */
  readonly direct?: DirectStorage;
}

/**
 * Media that clients send to the storage itself and fetch from it. Nothing tells the service that an upload has arrived: it looks. An upload is
 * not the medium until it is taken, so that an address that is used again changes nothing that a generation reads.
 */
export interface DirectStorage {
  /** Bytes of the largest upload. */
  readonly largestUpload: number;
  /** A signed address for one PUT of the whole medium. @param bytes its only possible length; null for any */
  uploadAddress(projectId: string, contentType: string, bytes: number | null): Promise<string>;
  /** A signed address of an output. @param fileName with what `publish` returned before it */
  downloadAddress(generation: OutputOwner, fileName: string, answer: DownloadAnswer): Promise<string>;
  /** What has arrived at the project's upload address; null when nothing has. */
  findUpload(projectId: string): Promise<ArrivedUpload | null>;
  /** Makes exactly this upload the medium. @returns its digest; null when something else has arrived there meanwhile */
  takeUpload(project: MediumOwner, upload: ArrivedUpload): Promise<string | null>;
  /** Removes what has arrived at the project's upload address. */
  discardUpload(projectId: string): Promise<void>;
  /** Projects for which something has arrived that was not taken yet; of very many, some. */
  arrived(): Promise<ReadonlySet<string>>;
  /** Everything that has been there since before these times, in milliseconds since the epoch. */
  leftovers(before: { readonly uploads: number; readonly others: number }): AsyncIterable<Leftover>;
}

export interface ArrivedUpload {
  readonly bytes: number;
  /** Changes with the content. */
  readonly tag: string;
}

/** Headers that a download is answered with. */
export interface DownloadAnswer {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Something that may belong to nothing any more. Rows decide, not the storage. */
export type Leftover =
  | { readonly kind: 'upload'; readonly projectId: string }
  | ({ readonly kind: 'medium'; readonly projectId: string } & Removable)
  | ({
      readonly kind: 'output';
      readonly projectId: string;
      readonly generationId: string;
      readonly fileName: string;
    } & Removable)
  /** An upload in parts that was never finished. */
  | ({ readonly kind: 'parts' } & Removable);

interface Removable {
  remove(): Promise<void>;
}
