/** Looks through the data folder: how much each kind of file takes, and what of it may be removed. It changes nothing. */

import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import {
  CLEANUPS,
  type Cleanup,
  SET_ASIDE_DAYS,
  SPACE_KINDS,
  type SpaceKind,
} from '../../../../../shared/domain/care/space.ts';
import type { Store } from '../../../store/open-store.ts';
import type { InUse } from '../../../store/space/stored-files.ts';
import { type DataFile, dataFiles } from './data-files.ts';
import { allResults, type ResultFile, resultFiles } from './result-files.ts';
import { type ServiceCopy, serviceCopies } from './service-copies.ts';

/** A file that may be removed, as it was when it was found. */
export interface Removable {
  readonly kind: Cleanup;
  readonly relative: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly owner: string | null;
  /** What a person knows it by. */
  readonly name: string;
  /** Micro-USD that was paid for it; null when that is unknown, 0 when nothing was. */
  readonly paid: number | null;
  readonly same: ResultFile['same'];
}

export interface Survey {
  readonly used: readonly { readonly kind: SpaceKind; readonly files: number; readonly bytes: number }[];
  readonly removables: readonly Removable[];
}

const DAY_MS = 24 * 60 * 60_000;

/** @param store null when there is none yet @param now milliseconds since the epoch */
export async function surveySpace(
  dataDirectory: string,
  store: Pick<Store, 'serviceProjects' | 'storedFiles'> | null,
  now: number,
): Promise<Survey> {
  const used = new Map<SpaceKind, { files: number; bytes: number }>();
  const removables: Removable[] = [];
  const root = await realpath(dataDirectory).catch(() => dataDirectory);
  const results =
    store === null ? new Map<string, ResultFile>() : await resultFiles(allResults(store), dataDirectory, root);
  const copies = store === null ? new Map<string, ServiceCopy>() : await serviceCopies(dataDirectory, store);
  const inUse = store?.storedFiles.inUse() ?? null;
  for await (const files of dataFiles(dataDirectory)) {
    for (const { bytes, kind } of files) {
      const sum = used.get(kind) ?? { files: 0, bytes: 0 };
      used.set(kind, { files: sum.files + 1, bytes: sum.bytes + bytes });
    }
    if (store === null || inUse === null) continue;
    removables.push(...removable({ ...store, copies, dataDirectory, root, inUse, results, now }, files));
  }
  return {
    used: SPACE_KINDS.flatMap((kind) => {
      const sum = used.get(kind);
      return sum === undefined ? [] : [{ kind, ...sum }];
    }),
    removables: removables.sort((one, other) => CLEANUPS.indexOf(one.kind) - CLEANUPS.indexOf(other.kind)),
  };
}

interface Known extends Pick<Store, 'storedFiles'> {
  readonly copies: ReadonlyMap<string, ServiceCopy>;
  readonly dataDirectory: string;
  /** The same with all links resolved. */
  readonly root: string;
  readonly inUse: InUse;
  readonly results: ReadonlyMap<string, ResultFile>;
  readonly now: number;
}

function removable(
  { copies, dataDirectory, inUse, now, results, root, storedFiles }: Known,
  files: readonly DataFile[],
): Removable[] {
  const idsOf = (wanted: SpaceKind) => files.flatMap(({ kind, owner }) => (kind === wanted ? (owner ?? []) : []));
  const recent = storedFiles.keptSince(idsOf('set-aside'), now - SET_ASIDE_DAYS * DAY_MS);
  const media = storedFiles.mediaOf(idsOf('waveforms'));
  const found = files.flatMap((file): Removable[] => {
    const { bytes, kind, modifiedAt, owner, relative } = file;
    if (owner !== null && isInUse(inUse, owner)) return [];
    const plain = { relative, bytes, modifiedAt, owner, name: relative, paid: 0, same: null };
    switch (kind) {
      case 'saved':
      case 'parts':
      case 'previews':
        // It may be in the making.
        return relative.endsWith('.part') ? [] : [{ kind: 'saved', ...plain }];
      case 'set-aside':
        return owner === null || recent.has(owner) ? [] : [{ kind, ...plain }];
      case 'listening':
        return relative.includes('.making.') ? [] : [{ kind, ...plain }];
      case 'damaged':
      case 'unfinished':
        return [{ kind, ...plain }];
      case 'logs':
        return /\.log\.\d+$/.test(relative) ? [{ kind: 'old-logs', ...plain }] : [];
      case 'waveforms': {
        // What can't be made again stays: the recording may be gone, and then its picture is all that is left.
        const medium = owner === null ? undefined : (media.get(owner) ?? excerptOf(dataDirectory, relative));
        return medium !== undefined && existsSync(medium) ? [{ kind, ...plain }] : [];
      }
      case 'service': {
        const copy = owner === null ? undefined : copies.get(owner);
        return copy === undefined ? [] : [{ ...plain, kind: 'service-copies', name: copy.name }];
      }
      case 'results': {
        const result = results.get(path.join(root, relative));
        if (result === undefined) return [];
        const { kind: how, name, paid, same } = result;
        return how === null ? [] : [{ ...plain, kind: how, name, paid, same }];
      }
      default:
        return [];
    }
  });
  if (found.length === 0) return found;
  const places = (relative: string) => [path.join(root, relative), path.join(dataDirectory, relative)];
  const needed = storedFiles.neededAmong(found.flatMap(({ relative }) => places(relative)));
  return found.filter(({ relative }) => !places(relative).some((place) => needed.has(place)));
}

function isInUse({ generations, jobs, recordings }: InUse, owner: string): boolean {
  return generations.has(owner) || jobs.has(owner) || recordings.has(owner);
}

/** The sound that a picture in the folder of excerpts belongs to. */
function excerptOf(dataDirectory: string, relative: string): string | undefined {
  return relative.startsWith(path.join('library', 'excerpts'))
    ? path.join(dataDirectory, relative.replace(/(\.difference)?\.(peaks|index)$/, '.wav'))
    : undefined;
}
