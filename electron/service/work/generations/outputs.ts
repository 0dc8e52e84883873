/** The outputs of a generation: which download types there are, and how a written file becomes one. */

import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { EngineRequests, WrittenOutput } from '../../../../shared/engine-api/messages.ts';
import { syncFile } from '../../../platform/files/atomic-files.ts';
import { digestFile } from '../../../platform/files/hashing.ts';
import type { Generation, Output } from '../../store/records.ts';

/** Download types with the engine's formats for them. */
const FORMATS = { audio: 'source', mp3: 'mp3', flac: 'flac' } as const;

export type DownloadType = keyof typeof FORMATS;

const ALL_TYPES = Object.keys(FORMATS) as readonly DownloadType[];

/** In seconds. Up to this length a second restoration takes no longer than a client waits, so other types are made when asked for. */
const LATE_SECONDS = 20;

export function isDownloadType(name: string): name is DownloadType {
  return Object.hasOwn(FORMATS, name);
}

/** The types that are made with the restoration itself. @param seconds as declared by the medium; null when it declares nothing */
export function typesMadeAtOnce(seconds: number | null): readonly DownloadType[] {
  return seconds !== null && seconds <= LATE_SECONDS ? ['audio'] : ALL_TYPES;
}

/** What the engine is asked for. @param folder the work folder, which gets the files */
export function restoreRequest(
  { model, sampling }: Generation,
  input: string,
  folder: string,
  types: readonly DownloadType[],
): EngineRequests['restore']['params'] {
  const preset = sampling?.preset;
  return {
    input,
    model,
    ...(typeof preset === 'string' ? { preset } : {}),
    outputs: types.map((type) => ({ path: path.join(folder, type), format: FORMATS[type] })),
  };
}

/** Flushes and hashes a file that the engine wrote in the work folder. */
export async function takeOutput(generation: Generation, folder: string, written: WrittenOutput): Promise<Output> {
  const type = ALL_TYPES.find((one) => FORMATS[one] === written.format);
  if (type === undefined || path.dirname(written.path) !== folder) {
    throw new CleartakeError('unexpected', { detail: 'the engine wrote an output that was not asked for' });
  }
  await syncFile(written.path);
  const { bytes, sha256 } = await digestFile(written.path);
  const fileName = path.basename(written.path);
  return {
    generationId: generation.generationId,
    downloadType: type,
    fileName,
    extension: written.extension,
    contentType: written.contentType,
    bytes,
    sha256,
  };
}
