/** The recordings that come with Cleartake. */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { looksLikeRecording } from '../../../../shared/domain/media-types.ts';

/** Absolute paths, in the order of their names; empty when none are installed. */
export async function samplePaths(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .filter(looksLikeRecording)
    .sort()
    .map((name) => path.join(directory, name));
}
