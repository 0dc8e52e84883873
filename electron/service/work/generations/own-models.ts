/** The models of a person's own that lie in the desk's data folder. The desk adds and removes them; the service only uses them. */

import path from 'node:path';
import type { OwnModelId } from '../../../../shared/domain/models.ts';
import { folderOfModel } from '../../../../shared/domain/own-models/description.ts';

export interface OwnModels {
  /** Where a model lies, if it is there: without it the engine says what is missing. */
  folderOf(model: OwnModelId): string;
}

/** @param directory absolute; it need not exist */
export function findOwnModels(directory: string): OwnModels {
  return { folderOf: (model) => path.join(directory, folderOfModel(model)) };
}
