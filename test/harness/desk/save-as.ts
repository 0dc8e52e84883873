/** Saves results of a real desk as something else, to the end. */

import type { DeskClient } from '../../../shared/contract/index.ts';
import type { SaveAsRequest, SavedOutput } from '../../../shared/contract/outputs.ts';

export interface SavedAs {
  readonly saveId: string;
  readonly outputs: readonly SavedOutput[];
}

/** All results of each recording, unless the request says other. */
export async function saveAs({ outputs: { save } }: DeskClient, request: SaveAsRequest): Promise<SavedAs> {
  const all: SavedOutput[] = [];
  let saveId = '';
  for await (const event of await save({ results: 'all', ...request })) {
    saveId = event.saveId;
    all.push(...event.outputs);
  }
  return { saveId, outputs: all };
}
