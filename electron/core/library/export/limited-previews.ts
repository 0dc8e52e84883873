/**
 * Previews whose export limits peaks: made by the export itself, as FLAC, and played instead of a mix. They are kept until the desk closes, as
 * long as there is room for them.
 */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { SoundFigures } from '../../../../shared/domain/export/level.ts';
import type { SoundSettings } from '../../../../shared/domain/export/settings.ts';
import { requireSpace } from '../../api/transfers/disk-space.ts';
import type { DeskPorts } from '../../ports.ts';
import type { RecordingRow } from '../../store/schema.ts';
import { RESULT } from '../../strings.ts';
import type { LibraryPaths } from '../paths.ts';
import { mixedFiles, requireResult } from './previews.ts';
import type { RenderPorts } from './rendered-export.ts';

/** Of all together: about four hours of stereo at 48 kHz. */
const MOST_BYTES = 4 * 2 ** 30;
/** Tags and a cover come with the sound. */
const BESIDE_BYTES = 2 ** 24;
/** Bytes of one sample in the widest FLAC. */
const SAMPLE_BYTES = 3;
const PREFIX = 'preview:';

export interface LimitedPreview {
  /** Its take at the media addresses. */
  readonly id: string;
  /** Of the file. */
  readonly figures: SoundFigures;
}

export interface LimitedPreviews {
  /**
   * The output of these settings as it will sound. Asked again, it is there at once. An abort leaves nothing behind.
   * @throws CleartakeError as `mixedFiles` and the engine's `export`; notPossibleNow for a recording that is too long, diskFull
   */
  make(
    generationId: string,
    sound: SoundSettings,
    onProgress: (fraction: number) => void,
    signal?: AbortSignal,
  ): Promise<LimitedPreview>;
  /** Path of a file; null for other ids, and when it is gone. */
  file(id: string): string | null;
}

interface Kept extends LimitedPreview {
  readonly file: string;
  readonly bytes: number;
}

type LimitedPorts = Pick<RenderPorts, 'engine' | 'files' | 'log' | 'store'> & Pick<DeskPorts, 'newId'>;

/** Files of an earlier run of the desk are removed. @param mostBytes of all files together */
export function createLimitedPreviews(
  ports: LimitedPorts,
  { previews }: Pick<LibraryPaths, 'previews'>,
  mostBytes = MOST_BYTES,
): LimitedPreviews {
  const { engine, files, log, newId } = ports;
  /** By what it was made of, the least recently used first. */
  const kept = new Map<string, Kept>();
  /** The most that each may need, by the name of its folder. */
  const making = new Map<string, number>();
  const emptied = removeAll(previews).catch((failure: unknown) =>
    log.warn('Previews of an earlier run cannot be removed', { reason: String(failure) }),
  );

  async function isThere({ file }: Kept): Promise<boolean> {
    return (await files.facts(file).catch(() => null)) !== null;
  }

  /** Makes room among the previews, and removes what a cancelled one may have left. */
  async function makeRoom(needed: number): Promise<void> {
    const sum = () =>
      [...kept.values()].reduce((all, { bytes }) => all + bytes, 0) +
      [...making.values()].reduce((all, bytes) => all + bytes, 0);
    for (const key of kept.keys()) {
      if (sum() + needed <= mostBytes) break;
      kept.delete(key);
    }
    if (sum() + needed > mostBytes) throw new CleartakeError('notPossibleNow', { parts: RESULT.tooLongToLimit });
    const used = new Set([
      ...making.keys(),
      ...[...kept.values()].map(({ file }) => path.basename(path.dirname(file))),
    ]);
    for (const { name } of await files.list(previews)) {
      if (!used.has(name)) await removeAll(path.join(previews, name)).catch(() => undefined);
    }
  }

  return {
    async make(generationId, { loudness, strength }, onProgress, signal) {
      const mixed = await mixedFiles(ports, generationId, strength);
      const key = `${mixed.key}\n${loudness}\n${mixed.truePeak}\n${mixed.levelVoices}`;
      const known = kept.get(key);
      kept.delete(key);
      if (known !== undefined && (await isThere(known))) {
        kept.set(key, known);
        return known;
      }
      await requireResult(files, mixed);
      await emptied;
      await files.makeFolder(previews);
      const needed = mostBytesOf(mixed.recording);
      await makeRoom(needed);
      const name = newId();
      const folder = path.join(previews, name);
      const file = path.join(folder, 'preview.flac');
      making.set(name, needed);
      try {
        await files.makeFolder(folder);
        await requireSpace(files, file, needed);
        const { channels, levelVoices, original, result, truePeak } = mixed;
        const sound = { strength, loudness, channels, levelVoices, truePeak, format: 'flac', video: 'sound' } as const;
        const asked = { original, result, output: file, ...sound };
        const made = await engine.request('export', asked, ({ fraction }) => onProgress(fraction), signal);
        signal?.throwIfAborted();
        // Nothing to limit, or to render at all.
        if (made.figures === null) throw new CleartakeError('notPossibleNow', { detail: 'nothing is limited' });
        const preview = { id: `${PREFIX}${name}`, figures: made.figures.after, file, bytes: made.bytes };
        kept.set(key, preview);
        return preview;
      } catch (failure) {
        await removeAll(folder).catch(() => undefined);
        throw failure;
      } finally {
        making.delete(name);
      }
    },
    file: (id) => [...kept.values()].find((one) => one.id === id)?.file ?? null,
  };
}

async function removeAll(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** As long as the recording, uncompressed. */
function mostBytesOf({ channels, frames }: RecordingRow): number {
  return BESIDE_BYTES + (frames ?? 0) * (channels ?? 2) * SAMPLE_BYTES;
}
