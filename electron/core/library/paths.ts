/** Where files are in the data folder. */

import path from 'node:path';

export interface LibraryPaths {
  readonly database: string;
  /** All recordings and results: other people's voices. */
  readonly library: string;
  /** Managed copies of recordings that arrived without a path. */
  readonly managed: string;
  /** Outputs that a person saves from the library. */
  readonly saved: string;
  recording(id: string): { readonly folder: string; readonly peaks: string; readonly index: string };
  /** Minutes of earlier results, a folder for each job of an excerpt. */
  readonly excerpts: string;
  /** What an earlier result has in the minute of an excerpt. */
  excerpt(
    jobId: string,
    generationId: string,
  ): { readonly folder: string; readonly file: string; readonly peaks: string; readonly index: string };
  generation(id: string): {
    readonly folder: string;
    readonly temporary: string;
    readonly peaks: string;
    readonly index: string;
    result(extension: string): string;
  };
}

export function libraryPaths(dataDirectory: string): LibraryPaths {
  const library = path.join(dataDirectory, 'library');
  const excerpts = path.join(library, 'excerpts');
  return {
    database: path.join(dataDirectory, 'cleartake.sqlite'),
    library,
    managed: path.join(library, 'managed'),
    saved: path.join(library, 'saved'),
    excerpts,
    recording(id) {
      const folder = path.join(library, 'recordings', id);
      return { folder, peaks: path.join(folder, 'peaks.bin'), index: path.join(folder, 'index.bin') };
    },
    excerpt(jobId, generationId) {
      const folder = path.join(excerpts, jobId);
      const at = (ending: string) => path.join(folder, `${generationId}.${ending}`);
      return { folder, file: at('wav'), peaks: at('peaks'), index: at('index') };
    },
    generation(id) {
      const folder = path.join(library, 'generations', id);
      return {
        folder,
        temporary: path.join(folder, 'download.part'),
        peaks: path.join(folder, 'peaks.bin'),
        index: path.join(folder, 'index.bin'),
        result: (extension) => path.join(folder, `result.${extension}`),
      };
    },
  };
}
