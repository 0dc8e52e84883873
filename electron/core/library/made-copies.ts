/** Copies in the library that recordings are made of other files with: where they are, and how they come back once they are gone. */

import { createHash } from 'node:crypto';
import path from 'node:path';
import { assertNever, CleartakeError } from '../../../shared/domain/errors.ts';
import { extensionOf, stemOf } from '../../../shared/domain/media-types.ts';
import { safeFileName } from '../../../shared/domain/naming/safe-name.ts';
import type { MadeFrom, OriginalFile } from '../../../shared/domain/tracks/made-from.ts';
import { toSourceError } from '../../platform/files/file-errors.ts';
import type { FileFacts, Files } from '../../platform/files/files.ts';
import { requireSpace } from '../api/transfers/disk-space.ts';
import type { Engine } from '../engine/library-engine.ts';
import type { DeskPorts } from '../ports.ts';
import type { Store } from '../store/open-store.ts';
import type { RecordingRow } from '../store/schema.ts';

export interface MakingPorts {
  readonly engine: Engine;
  readonly files: Files;
}

/** A copy as it was made. */
export interface MadeCopy {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** @throws CleartakeError sourceMissing, sourceUnreadable, sourceNotAFile */
export async function originalFile(files: Files, file: string): Promise<OriginalFile> {
  const facts = await factsOf(files, file);
  return { path: file, realPath: await files.realPath(file), bytes: facts.bytes, modifiedAt: facts.modifiedAt };
}

/**
 * Makes the copy, the same for the same originals: it is in a folder of the managed copies that is named by them.
 * @param name of the copy, as its recording goes by it, without its extension
 * @throws CleartakeError as the engine does for what can't be copied; diskFull
 */
export async function makeCopy(
  ports: MakingPorts,
  managed: string,
  madeFrom: MadeFrom,
  name: string,
  signal?: AbortSignal,
): Promise<MadeCopy> {
  const identity = createHash('sha256').update(JSON.stringify([...identityOf(madeFrom), name]));
  const folder = path.join(managed, identity.digest('hex').slice(0, 32));
  const stem = safeFileName(name);
  // An earlier one is as good: its folder tells what it is made of, and it got its name when it was complete.
  const there = await ports.files.list(folder).catch(() => []);
  const earlier = there.find((entry) => stemOf(entry.name) === stem && !entry.name.endsWith('.part'));
  if (earlier !== undefined) return await copyAt(ports.files, path.join(folder, earlier.name));
  return await makeAt(ports, madeFrom, path.join(folder, stem), signal);
}

/**
 * Makes a recording's copy again where it is gone, or an original was changed or touched since. Whether its content is the same is for the
 * caller to see, as with any file.
 * @returns the recording, with the originals as they are now
 * @throws CleartakeError sourceMissing when an original is gone, and as `makeCopy` does
 */
export async function remake(
  ports: MakingPorts & { readonly store: Store },
  recording: RecordingRow,
  signal?: AbortSignal,
): Promise<RecordingRow> {
  const { madeFrom } = recording;
  if (madeFrom === null) return recording;
  const { files, store } = ports;
  const now = await Promise.all(madeFrom.files.map((one) => factsOf(files, one.path)));
  const isSame = now.every((facts, index) => isAlike(facts, madeFrom.files[index]));
  const copy = await files.facts(recording.path).catch(() => null);
  if (isSame && copy !== null && copy.bytes === recording.bytes) return recording;
  const extension = extensionOf(recording.path);
  const stem = recording.path.slice(0, recording.path.length - extension.length - 1);
  const made = await makeAt(ports, madeFrom, stem, signal);
  if (made.path !== recording.path)
    throw new CleartakeError('sourceChanged', { detail: `${path.basename(made.path)} is made of it now` });
  const known = madeFrom.files.map((one, index) => {
    const { bytes, modifiedAt } = now[index] as FileFacts;
    return { ...one, bytes, modifiedAt };
  });
  const changed = { madeFrom: { ...madeFrom, files: known } };
  store.progress(() => store.recordings.update(recording.id, changed));
  return { ...recording, ...changed };
}

/** Before an export, which does without what is gone as far as it can. @throws the signal's reason */
export async function remakeIfPossible(
  ports: MakingPorts & Pick<DeskPorts, 'log'> & { readonly store: Store },
  recording: RecordingRow,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await remake(ports, recording, signal);
  } catch (failure) {
    signal?.throwIfAborted();
    ports.log.warn('A copy could not be made again', { recording: recording.id, reason: String(failure) });
  }
}

/** Whether its originals are there as they were when it was made. @throws CleartakeError sourceMissing and the like */
export async function hasSameOriginals(files: Files, { madeFrom }: Pick<RecordingRow, 'madeFrom'>): Promise<boolean> {
  for (const one of madeFrom?.files ?? []) if (!isAlike(await factsOf(files, one.path), one)) return false;
  return true;
}

function identityOf(madeFrom: MadeFrom): readonly (number | string)[] {
  const files = madeFrom.files.flatMap(({ bytes, modifiedAt, realPath }) => [realPath, bytes, modifiedAt]);
  return [madeFrom.kind, ...partOf(madeFrom), ...files];
}

function partOf(madeFrom: MadeFrom): readonly (number | string)[] {
  if (madeFrom.kind === 'track') return [madeFrom.number];
  return madeFrom.kind === 'side' ? [madeFrom.side, madeFrom.track ?? 0] : [];
}

async function makeAt(
  { engine, files }: MakingPorts,
  madeFrom: MadeFrom,
  stem: string,
  signal?: AbortSignal,
): Promise<MadeCopy> {
  await files.makeFolder(path.dirname(stem));
  const most = madeFrom.files.reduce((sum, { bytes }) => sum + bytes, 0);
  await requireSpace(files, stem, madeFrom.hasVideo ? 0 : most);
  const { extension } = await engineCopy(engine, madeFrom, stem, signal);
  return await copyAt(files, `${stem}.${extension}`);
}

async function copyAt(files: Files, file: string): Promise<MadeCopy> {
  const { bytes, modifiedAt } = await files.facts(file);
  return { path: file, bytes, modifiedAt };
}

async function engineCopy(
  engine: Engine,
  madeFrom: MadeFrom,
  stem: string,
  signal?: AbortSignal,
): Promise<{ readonly extension: string }> {
  const inputs = madeFrom.files.map((one) => one.path);
  switch (madeFrom.kind) {
    case 'track':
      return await engine.request(
        'copyTrack',
        { input: inputs[0] as string, number: madeFrom.number, stem },
        undefined,
        signal,
      );
    case 'side': {
      const { side, track } = madeFrom;
      const params = { input: inputs[0] as string, side, stem, ...(track === null ? {} : { track }) };
      return await engine.request('copySide', params, undefined, signal);
    }
    case 'joined':
      return await engine.request('join', { inputs, stem }, undefined, signal);
    default:
      return assertNever(madeFrom, 'made recording');
  }
}

function isAlike(facts: Pick<FileFacts, 'bytes' | 'modifiedAt'>, known: OriginalFile | undefined): boolean {
  return facts.bytes === known?.bytes && facts.modifiedAt === known.modifiedAt;
}

async function factsOf(files: Files, file: string): Promise<FileFacts> {
  try {
    const facts = await files.facts(file);
    if (facts.kind !== 'file') throw new CleartakeError('sourceNotAFile');
    return facts;
  } catch (failure) {
    throw toSourceError(failure, file);
  }
}
