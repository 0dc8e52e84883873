/** A recording with what a scan writes beside it. */

import { createEngine } from '../../../electron/audio/engine.ts';

export interface ScannedFile {
  readonly filePath: string;
  readonly peaksPath: string;
  readonly indexPath: string;
}

export async function scanned(filePath: string): Promise<ScannedFile> {
  const files = { filePath, peaksPath: `${filePath}.peaks`, indexPath: `${filePath}.index` };
  const { peaksPath, indexPath } = files;
  await createEngine().scan({ path: filePath, peaksPath, indexPath }, () => undefined);
  return files;
}
