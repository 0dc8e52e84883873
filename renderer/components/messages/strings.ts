/** Words of messages that can come up on any page. */

import { countOf } from '../../../shared/domain/units.ts';

export const MESSAGES = {
  unreachable: 'Cleartake didn’t respond. Nothing was lost. Try again in a moment.',
  undo: 'Undo',
} as const;

/** Of a button that waits. */
export const SAVING = { busy: 'The last change is still being saved.' } as const;

/** Lists that are exported as files. */
export const TABLES = {
  names: { history: 'History', costs: 'Costs' },
  writing: (name: string, rows: number) => `Exporting ${name}: ${countOf(rows, 'row')}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel the export of ${name}`,
  cancelled: (name: string) => `The export of ${name} was cancelled. No file was saved.`,
  savedTo: (fileName: string) => `Saved to ${fileName}`,
  /** By a browser, in a folder of its own choice. */
  saved: (fileName: string) => `Saved ${fileName}`,
  show: 'Show in folder',
} as const;
