/** A process that adds starts to a journal until that fails, and tells how many were taken and why no more: `node journal-process.ts FILE`. */

import { appendToJournal } from '../../../electron/core/store/start-journal/journal-file.ts';
import { journaledStart } from './journaled-start.ts';

const [path = ''] = process.argv.slice(2);
for (let taken = 0; ; taken++) {
  try {
    appendToJournal(path, [journaledStart(taken)]);
  } catch (failure) {
    process.stdout.write(
      JSON.stringify({ taken, code: failure instanceof Error && 'code' in failure && failure.code }),
    );
    break;
  }
}
