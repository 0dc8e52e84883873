/** The outputs of a generation: which download types there are, how a written file becomes one, and the space that they take. */

import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isOwnModel } from '../../../../shared/domain/models.ts';
import type { EngineRequests, WrittenOutput } from '../../../../shared/engine-api/messages.ts';
import { syncFile } from '../../../platform/files/atomic-files.ts';
import { digestFile } from '../../../platform/files/hashing.ts';
import type { Generation, Output } from '../../store/records.ts';
import type { SpaceStore } from '../../store/store.ts';
import type { OwnModels } from './own-models.ts';

/** Download types with the engine's formats for them. */
const FORMATS = { audio: 'source', mp3: 'mp3', flac: 'flac' } as const;

export type MadeType = keyof typeof FORMATS;

const ALL_TYPES = Object.keys(FORMATS) as readonly MadeType[];

/** In seconds. Up to this length a second restoration takes no longer than a client waits, so other types are made when asked for. */
const LATE_SECONDS = 20;

export function isDownloadType(name: string): name is MadeType {
  return Object.hasOwn(FORMATS, name);
}

/** The types that are made with the restoration itself. @param seconds as declared by the medium; null when it declares nothing */
export function typesMadeAtOnce(seconds: number | null): readonly MadeType[] {
  return seconds !== null && seconds <= LATE_SECONDS ? ['audio'] : ALL_TYPES;
}

/** What the engine is asked for. @param folder the work folder, which gets the files */
export function restoreRequest(
  { model, sampling }: Generation,
  input: string,
  folder: string,
  types: readonly MadeType[],
  ownModels: Pick<OwnModels, 'folderOf'> | null,
): EngineRequests['restore']['params'] {
  const preset = sampling?.preset;
  return {
    input,
    model,
    ...(isOwnModel(model) && ownModels !== null ? { ownModel: ownModels.folderOf(model) } : {}),
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

export interface OutputSpace {
  /** @throws CleartakeError `storageQuotaExceeded` */
  claim(generation: Generation, outputs: readonly Output[]): Promise<void>;
  /** Keeps what was claimed: the generation is complete. */
  keep(generation: Generation): void;
  /** Releases what was claimed and not kept. */
  release(generation: Generation): Promise<void>;
}

/**
 * Space is claimed before outputs are published, and released when the generation does not complete.
 * @param quota bytes that one account may keep; null for any number
 */
export function createOutputSpace(space: SpaceStore, quota: number | null): OutputSpace {
  const claimed = new Map<string, number>();
  return {
    claim: async ({ generationId, projectId }, outputs) => {
      const bytes = outputs.reduce((sum, output) => sum + output.bytes, 0);
      if (!(await space.add(projectId, bytes, quota))) throw new CleartakeError('storageQuotaExceeded');
      claimed.set(generationId, bytes);
    },
    keep: ({ generationId }) => {
      claimed.delete(generationId);
    },
    release: async ({ generationId, projectId }) => {
      const bytes = claimed.get(generationId);
      if (bytes === undefined) return;
      claimed.delete(generationId);
      await space.subtract(projectId, bytes);
    },
  };
}
