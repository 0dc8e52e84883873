/** Where takes clip that were scanned by versions which only counted clipped samples: found by another scan, and kept with the measures. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Measures } from '../../../../shared/domain/quality/measures.ts';
import type { Engine } from '../../engine/library-engine.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { LibraryPaths } from '../paths.ts';

interface ScannedTake {
  readonly path: string;
  readonly contentHash: string;
  readonly measures: Measures;
  /** Where its scan writes waveform and seek index, which are those that are there. */
  readonly place: { readonly peaks: string; readonly index: string };
  keep(measures: Measures): void;
}

interface ClippingPorts extends Pick<DeskPorts, 'files'> {
  readonly engine: Engine;
  readonly paths: LibraryPaths;
  readonly store: Store;
}

/**
 * @returns gives the frames at which an original or a result clips, at its own rate. It may take as long as decoding the take; those who ask
 * meanwhile share the work. Nothing is found for other takes, and for files that changed.
 */
export function createClippedPlaces(ports: ClippingPorts): (kind: string, id: string) => Promise<readonly number[]> {
  const running = new Map<string, Promise<readonly number[]>>();

  async function find(take: ScannedTake): Promise<readonly number[]> {
    await ports.files.makeFolder(path.dirname(take.place.peaks));
    const asked = { path: take.path, peaksPath: take.place.peaks, indexPath: take.place.index };
    const { contentHash, measures } = await ports.engine.request('scan', asked);
    if (contentHash !== take.contentHash) return [];
    const clippedPlaces = measures.clippedPlaces ?? [];
    take.keep({ ...take.measures, clippedPlaces });
    return clippedPlaces;
  }

  return async (kind, id) => {
    const take = await takeOf(ports, kind, id);
    if (take === null) return [];
    const { clippedPlaces, clippedSamples } = take.measures;
    if (clippedPlaces !== undefined || clippedSamples === 0) return clippedPlaces ?? [];
    const key = take.place.peaks;
    const found = running.get(key) ?? find(take).finally(() => running.delete(key));
    running.set(key, found);
    return await found;
  };
}

/** Null for takes that were never measured, and where the file isn't the one that was. */
async function takeOf({ paths, store }: ClippingPorts, kind: string, id: string): Promise<ScannedTake | null> {
  if (kind === 'result') {
    const result = store.results.get(id);
    if (result === undefined || result.measures === null || (await sizeOf(result.path)) !== result.bytes) return null;
    const { contentHash, measures, path: file } = result;
    const keep = (found: Measures) => store.results.setMeasures(result, found);
    return { path: file, contentHash, measures, place: paths.generation(id), keep };
  }
  const job = kind === 'original' ? store.jobs.find(id) : undefined;
  if (job === undefined) return null;
  const recording = store.recordings.get(job.recordingId);
  const { bytes, contentHash, measures } = recording;
  if (contentHash === null || measures === null || (await sizeOf(recording.path)) !== bytes) return null;
  const keep = (found: Measures) => store.recordings.update(recording.id, { measures: found });
  return { path: recording.path, contentHash, measures, place: paths.recording(recording.id), keep };
}

/** Null when there is no such file. */
async function sizeOf(file: string): Promise<number | null> {
  return await stat(file).then(
    ({ size }) => size,
    () => null,
  );
}
