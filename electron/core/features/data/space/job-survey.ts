/** The files that Cleartake keeps for some recordings of History and that nothing else needs. It changes nothing. */

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Store } from '../../../store/open-store.ts';
import { type DataFile, dataFiles } from './data-files.ts';
import { resultFiles } from './result-files.ts';
import type { Removable } from './survey.ts';

export interface JobSurvey {
  readonly removables: readonly Removable[];
  /** Jobs whose files these are: those that aren't over are left out. */
  readonly jobIds: readonly string[];
}

/** Results, their pictures, unfinished downloads, and listening copies. Sources and outputs are never among them. */
export async function surveyJobs(
  dataDirectory: string,
  { storedFiles }: Pick<Store, 'storedFiles'>,
  jobIds: readonly string[],
): Promise<JobSurvey> {
  const root = await realpath(dataDirectory).catch(() => dataDirectory);
  const own = storedFiles.filesOfJobs(jobIds);
  const shared = storedFiles.sharedAmong(own.results);
  const results = await resultFiles([own.results], dataDirectory, root);
  // Another recording uses what an earlier one paid for: then the result stays, and so do its pictures.
  const kept = new Set(own.results.flatMap((result) => (shared.has(result.path) ? result.generationId : [])));
  const folders = [
    ...own.generations.flatMap((id) => (kept.has(id) ? [] : path.join('library', 'generations', id))),
    ...own.recordings.map((id) => path.join('library', 'recordings', id)),
  ];
  const contents = new Set(own.contents);
  const removables: Removable[] = [];
  for (const folder of folders) {
    for await (const files of dataFiles(dataDirectory, folder)) removables.push(...removable(files));
  }
  if (contents.size > 0) {
    for await (const files of dataFiles(dataDirectory, path.join('library', 'listening')))
      removables.push(...removable(files.filter((file) => contents.has(contentOf(file)))));
  }
  return { jobIds: own.jobs, removables };

  function removable(files: readonly DataFile[]): Removable[] {
    const found = files.flatMap(removableOf);
    if (found.length === 0) return found;
    const places = (relative: string) => [path.join(root, relative), path.join(dataDirectory, relative)];
    const needed = storedFiles.neededAmong(found.flatMap(({ relative }) => places(relative)));
    return found.filter(({ relative }) => !places(relative).some((place) => needed.has(place)));
  }

  function removableOf({ bytes, kind, modifiedAt, owner, relative }: DataFile): Removable[] {
    const plain = { relative, bytes, modifiedAt, owner, name: relative, paid: 0, same: null };
    if (kind === 'waveforms' || kind === 'unfinished' || kind === 'listening') return [{ ...plain, kind }];
    const result = kind === 'results' ? results.get(path.join(root, relative)) : undefined;
    if (result === undefined || result.kind === null) return [];
    const { kind: how, name, paid, same } = result;
    return [{ ...plain, kind: how, name, paid, same }];
  }
}

/** The SHA-256 in the name of a listening copy; empty for one in the making. */
function contentOf({ relative }: DataFile): string {
  const name = path.basename(relative);
  return name.includes('.making.') ? '' : (name.split('.')[0] ?? '');
}
