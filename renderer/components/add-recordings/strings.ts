/** Words of adding recordings: the buttons, the notifications and the report. */

import { countOf } from '../../../shared/domain/units.ts';

export const ADD = {
  chooseFiles: 'Choose files…',
  chooseFolder: 'Choose folder…',
  added: (count: number) => `${countOf(count, 'recording')} added`,
  failedReason: 'The file couldn’t be read or stored. Nothing was sent. Add it again.',
  nothing: 'No recordings found in what you dropped.',
} as const;

export const REPORT = {
  some: (count: number) => `${countOf(count, 'file')} ${count === 1 ? 'wasn’t' : 'weren’t'} added`,
  none: 'Nothing was added',
  show: 'Show why',
  explain: 'Everything else was added. Nothing was sent for these files:',
} as const;
