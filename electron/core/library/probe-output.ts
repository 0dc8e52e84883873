/** Whether outputs can go to a folder, found out before anything is paid: by a file that is made and removed there, and by its free space. */

import path from 'node:path';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { aboutPlace } from '../../../shared/domain/error-messages/places.ts';
import { ERROR_MESSAGES } from '../../../shared/domain/error-messages/table.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isErrno, toOutputError } from '../../platform/files/file-errors.ts';
import { requireSpace } from '../api/transfers/disk-space.ts';
import type { DeskPorts } from '../ports.ts';
import type { RecordingRow } from '../store/schema.ts';
import { folderOfOriginal, originalOf } from './originals.ts';

/** How long a folder that took a file is believed, in milliseconds. */
const BELIEVED_MS = 30_000;

/** Folders that a quote looks at. */
const MOST_FOLDERS = 20;

/** Bytes of a sample in formats that keep every one; FLAC takes about a third of them. */
const SAMPLE_BYTES: Partial<Record<NonNullable<BatchPreset['format']>, number>> = {
  wav16: 2,
  wav24: 3,
  wavFloat: 4,
  flac: 1,
};

type Source = Pick<RecordingRow, 'bytes' | 'channels' | 'frames' | 'hasVideo' | 'origin' | 'path'> &
  Partial<Pick<RecordingRow, 'madeFrom'>>;

export interface OutputProbe {
  /**
   * @param folder absolute; what is missing of it would be made
   * @param bytes what will be written at least
   * @throws CleartakeError outputUnwritable, diskReadOnly, diskFull and other conditions of its disk
   */
  require(folder: string, bytes: number): Promise<void>;
  /** What is wrong with the places of these outputs together, in words; null when nothing is. */
  problemOf(outputs: readonly { readonly preset: BatchPreset; readonly source: Source }[]): Promise<string | null>;
}

export function createOutputProbe({ clock, files, newId }: Pick<DeskPorts, 'clock' | 'files' | 'newId'>): OutputProbe {
  /** Folders that took a file, and until when that is believed. */
  const believed = new Map<string, number>();

  async function require(folder: string, bytes: number): Promise<void> {
    try {
      const there = await nearestFolder(folder);
      const file = path.join(there, `.cleartake-${newId()}.part`);
      await requireSpace(files, file, bytes);
      if ((believed.get(there) ?? 0) > clock.now()) return;
      const made = await files.write(file);
      await made.close();
      await files.remove(file);
      believed.set(there, clock.now() + BELIEVED_MS);
    } catch (failure) {
      const error = toOutputError(failure);
      if (!(error instanceof CleartakeError) || error.code === 'diskFull') throw error;
      throw new CleartakeError(error.code, { cause: failure, parts: aboutOutput(error, folder) });
    }
  }

  /** What is there of the folder. */
  async function nearestFolder(folder: string): Promise<string> {
    for (let at = folder; ; at = path.dirname(at)) {
      const facts = await files.facts(at).catch((failure: unknown) => {
        if (isErrno(failure, 'ENOENT') && path.dirname(at) !== at) return null;
        throw failure;
      });
      if (facts?.kind === 'folder') return at;
      if (facts !== null) throw new CleartakeError('outputUnwritable', { detail: `${at} is no folder` });
    }
  }

  return {
    require,
    async problemOf(outputs) {
      const bytesOf = new Map<string, number>();
      for (const { preset, source } of outputs) {
        const folder = rootOf(preset, source);
        if (folder !== null) bytesOf.set(folder, (bytesOf.get(folder) ?? 0) + bothBytesOf(preset, source));
      }
      for (const [folder, bytes] of [...bytesOf].slice(0, MOST_FOLDERS)) {
        const problem = await require(folder, bytes).then(
          () => null,
          (failure: unknown) => failure,
        );
        if (problem instanceof CleartakeError) return problem.parts.what;
        if (problem !== null) throw problem;
      }
      return null;
    },
  };
}

/** Nothing was paid yet, so nothing is said about results. */
function aboutOutput({ code, parts }: CleartakeError, folder: string): CleartakeError['parts'] {
  if (code !== 'outputUnwritable') return aboutPlace(code, folder) ?? parts;
  const { next } = ERROR_MESSAGES.outputUnwritable.message;
  return { what: `Cleartake can’t write to ${folder}.`, ...(next === undefined ? {} : { next }) };
}

/** The folder that all folders of outputs are in; null where they stay in the library. */
function rootOf({ output }: BatchPreset, source: Source): string | null {
  if (output.kind === 'folder') return output.path;
  return output.kind === 'beside-source' ? folderOfOriginal(source) : null;
}

/** With the second file, which of a video is its sound. */
export function bothBytesOf(preset: BatchPreset, source: Source): number {
  const { also } = preset;
  return leastBytesOf(preset, source) + (also == null ? 0 : leastBytesOf(also, { ...source, hasVideo: false }));
}

/** About how much an output of this recording takes, rather less than more. */
function leastBytesOf({ format }: Pick<BatchPreset, 'format'>, source: Source): number {
  if (source.hasVideo || format === undefined || format === 'source') return originalOf(source).bytes;
  return (source.frames ?? 0) * (source.channels ?? 1) * (SAMPLE_BYTES[format] ?? 0);
}
