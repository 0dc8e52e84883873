/** Makes waveforms and seek indexes: those of differences when they are first looked at, the others again once they were removed to make room. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { partsOfDifference } from '../../../../shared/domain/listening/difference.ts';
import type { Engine } from '../../engine/library-engine.ts';
import type { Lags } from '../../library/export/lags.ts';
import type { LibraryPaths } from '../../library/paths.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';
import { type LocatedTake, locateTake, picturesOfDifference } from './locate-take.ts';

/** Where a take's waveform belongs, and what it is made of. */
interface Place {
  readonly file: string;
  /** For a difference: what is subtracted. */
  readonly minus?: string;
  readonly peaks: string;
  readonly index: string;
}

export interface WaveformParts {
  readonly engine: Engine;
  readonly lags: Lags;
  readonly paths: LibraryPaths;
  readonly ports: Pick<DeskPorts, 'files' | 'log'>;
  readonly store: Store;
}

/**
 * @returns a function that gives the path of a take's waveform, made first if need be; null when there is nothing to make it of. Pages that
 * ask at the same time share the work.
 */
export function createWaveforms({
  engine,
  lags,
  paths,
  ports: { files, log },
  store,
}: WaveformParts): (take: string) => Promise<string | null> {
  const running = new Map<string, Promise<string | null>>();

  async function make({ file, index, minus, peaks }: Place): Promise<string | null> {
    await files.makeFolder(path.dirname(peaks));
    const asked = { path: file, peaksPath: peaks, indexPath: index };
    if (minus === undefined) await engine.request('scan', asked);
    else {
      const { lag } = await lags.ask(file, minus);
      await engine.request('scanDifference', { ...asked, minus: { path: minus, lag: lag ?? 0 } });
    }
    return peaks;
  }

  return async (take) => {
    const located = locateTake(store, paths, take);
    if (located === null || located.filePath === null) return null;
    if (located.peaksPath !== null) return located.peaksPath;
    const place = await placeOf(store, paths, take, located);
    if (place === null) return null;
    const known = running.get(place.peaks);
    if (known !== undefined) return await known;
    const made = make(place)
      .catch((failure: unknown) => {
        log.warn('A waveform could not be made again', { reason: failure instanceof Error ? failure.message : '' });
        return null;
      })
      .finally(() => running.delete(place.peaks));
    running.set(place.peaks, made);
    return await made;
  };
}

/** Null for a recording that changed since: its waveform would be another one. */
async function placeOf(
  store: Store,
  paths: LibraryPaths,
  take: string,
  { filePath, minus }: LocatedTake,
): Promise<Place | null> {
  const [kind = '', id = '', generationId = ''] = take.split(/[:/]/);
  const file = filePath ?? '';
  switch (kind) {
    case 'original': {
      const recording = store.recordings.get(store.jobs.get(id).recordingId);
      return (await isUnchanged(recording, file)) ? { file, ...paths.recording(recording.id) } : null;
    }
    case 'result':
      return { file, ...paths.generation(id) };
    case 'earlier':
      return paths.excerpt(id, generationId);
    case 'difference': {
      const parts = partsOfDifference(take);
      const taken = minus?.filePath ?? null;
      if (parts === null || taken === null) return null;
      const recording = store.recordings.get(store.jobs.get(parts.original.replace('original:', '')).recordingId);
      // A listening copy doesn't change.
      if (file === recording.path && !(await isUnchanged(recording, file))) return null;
      return { file, minus: taken, ...picturesOfDifference(store, paths, parts) };
    }
    default:
      return null;
  }
}

async function isUnchanged({ bytes, modifiedAt }: RecordingRow, file: string): Promise<boolean> {
  const facts = await stat(file);
  return facts.size === bytes && Math.round(facts.mtimeMs) === modifiedAt;
}
