/** Where files are in the data folder. */

import path from 'node:path';
import { makeFolderSync, restrictToOwner } from '../../platform/files/make-folder.ts';

/** A waveform, and a seek index with a coarse spectrogram. */
export interface Pictures {
  readonly peaks: string;
  readonly index: string;
}

export interface LibraryPaths {
  readonly database: string;
  /** All recordings and results: other people's voices. */
  readonly library: string;
  /** Managed copies of recordings that arrived without a path. */
  readonly managed: string;
  /** Outputs that a person saves from the library. */
  readonly saved: string;
  /** Takes and passages that a person exports from the comparison. */
  readonly parts: string;
  /** Previews with limited peaks, a folder for each. */
  readonly previews: string;
  /** Outputs that left their folder when another one was kept. */
  readonly setAside: string;
  recording(id: string): { readonly folder: string; readonly peaks: string; readonly index: string };
  /** Listening copies of originals. */
  readonly listening: string;
  /** That of a recording, by the SHA-256 of its content. `making` and `peaks` are there only while it is made. */
  listeningCopy(contentHash: string): {
    readonly file: string;
    readonly index: string;
    readonly making: string;
    readonly peaks: string;
  };
  /** Minutes of earlier results, a folder for each job of an excerpt. */
  readonly excerpts: string;
  /** What an earlier result has in the minute of an excerpt. */
  excerpt(
    jobId: string,
    generationId: string,
  ): {
    readonly folder: string;
    readonly file: string;
    readonly peaks: string;
    readonly index: string;
    /** Of what it lacks of its original. */
    readonly difference: Pictures;
  };
  generation(id: string): {
    readonly folder: string;
    readonly temporary: string;
    readonly peaks: string;
    readonly index: string;
    /** Of an output that sounds different from the result, by its content. */
    delivered(exportHash: string): Pictures;
    /** Of what the result lacks of its original, or of the original's listening copy. */
    difference(of: 'original' | 'copy'): Pictures;
    result(extension: string): string;
  };
}

/** Makes the folders that hold other people's voices, for this user alone. */
export function openLibrary(dataDirectory: string): LibraryPaths {
  const paths = libraryPaths(dataDirectory);
  makeFolderSync(paths.managed, 0o700);
  restrictToOwner(paths.library);
  return paths;
}

export function libraryPaths(dataDirectory: string): LibraryPaths {
  const library = path.join(dataDirectory, 'library');
  const excerpts = path.join(library, 'excerpts');
  const listening = path.join(library, 'listening');
  return {
    database: path.join(dataDirectory, 'cleartake.sqlite'),
    library,
    managed: path.join(library, 'managed'),
    saved: path.join(library, 'saved'),
    parts: path.join(library, 'parts'),
    previews: path.join(library, 'previews'),
    setAside: path.join(library, 'set-aside'),
    excerpts,
    listening,
    listeningCopy(contentHash) {
      const at = (ending: string) => path.join(listening, `${contentHash}.${ending}`);
      return { file: at('opus'), index: at('index'), making: at('making.opus'), peaks: at('making.peaks') };
    },
    recording(id) {
      const folder = path.join(library, 'recordings', id);
      return { folder, peaks: path.join(folder, 'peaks.bin'), index: path.join(folder, 'index.bin') };
    },
    excerpt(jobId, generationId) {
      const folder = path.join(excerpts, jobId);
      const at = (ending: string) => path.join(folder, `${generationId}.${ending}`);
      const difference = { peaks: at('difference.peaks'), index: at('difference.index') };
      return { folder, file: at('wav'), peaks: at('peaks'), index: at('index'), difference };
    },
    generation(id) {
      const folder = path.join(library, 'generations', id);
      return {
        folder,
        temporary: path.join(folder, 'download.part'),
        peaks: path.join(folder, 'peaks.bin'),
        index: path.join(folder, 'index.bin'),
        delivered: (exportHash) => {
          const at = (ending: string) => path.join(folder, `delivered-${exportHash.slice(0, 16)}.${ending}`);
          return { peaks: at('peaks'), index: at('index') };
        },
        difference: (of) => {
          const at = (ending: string) => path.join(folder, `difference-${of}.${ending}`);
          return { peaks: at('peaks'), index: at('index') };
        },
        result: (extension) => path.join(folder, `result.${extension}`),
      };
    },
  };
}
