/** Words of adding recordings: the buttons, the notifications and the report. */

import { countOf } from '../../../shared/domain/units.ts';

export const ADD = {
  chooseFiles: 'Choose files…',
  chooseFolder: 'Choose folder…',
  added: (count: number) => `${countOf(count, 'recording')} added`,
  failedReason: 'It could not be read or stored. Nothing was sent. Add it again.',
  nothing: 'There was no recording in what you dropped.',
} as const;

export const REPORT = {
  some: (count: number) => `${count} ${count === 1 ? 'file was' : 'files were'} left out`,
  none: 'Nothing was added',
  show: 'Show why',
  explain: 'Everything else was added. These were not, and nothing of them was sent:',
} as const;
