/** The sentences of errors as a terminal says them: what a person can do there are commands, not buttons. */

import { ERROR_MESSAGES, type ErrorCode } from '../../../../shared/domain/error-messages.ts';

const AGAIN = 'run `cleartake resume --failed`';

/** Where the whole advice is another one in a terminal. */
const OWN: Partial<Record<ErrorCode, string>> = {
  sourceMissing: 'The file is no longer where it was. Nothing was sent. Put it back, or name it from its new place.',
  mediaTruncated:
    'The recording ends before its header says it should. Nothing was sent. Copy it again; what is there of it can be restored on the desk.',
  keyMissing:
    'This connection has no API key here. Nothing was lost, and nothing more is sent without it. Give it one with `cleartake connections set-key` (or, for a service by address, CLEARTAKE_API_KEY with the key of that run), then run `cleartake resume --failed`.',
  keyRefused:
    'The service does not accept the API key. Nothing was lost, and nothing more is sent with it. Check the key and set it with `cleartake connections set-key`, then run `cleartake resume --failed`.',
  paidWorkUnfetched:
    'There is work for this recording that may be paid and was not fetched: the answer to an earlier start was lost. Nothing was started again. Run `cleartake resume --failed`; with `restore --again` it is started, and may be paid, once more.',
  paidWorkTakenUp:
    'The paid work for this recording went to a later run, which fetches the result. Nothing is paid twice. Once that is done, run `cleartake resume --failed` to have the result here too.',
  costCapReached:
    'Starting this would pass the cap you set. Nothing was charged. Give a higher --max-cost, or leave the recording for later.',
};

/** @param sentence what the error says by itself: a sentence of its own place keeps its beginning */
export function inTerminal(code: ErrorCode, sentence: string): string {
  const known: { readonly sentence: string; readonly gaveUp?: string } = ERROR_MESSAGES[code];
  const own = OWN[code];
  if (own !== undefined && (sentence === known.sentence || sentence === known.gaveUp)) return own;
  return sentence
    .replace(/, or restore the part that is there\./, '; what is there of it can be restored on the desk.')
    .replace(/ under Connections\b/g, ' with `cleartake connections`')
    .replace(/\bA retry takes\b/g, '`cleartake resume --failed` takes')
    .replace(/\bthen retry\b/g, `then ${AGAIN}`)
    .replace(/\bRetry the download\b/g, 'Run `cleartake resume --failed`')
    .replace(/\bRetry\b/g, 'Run `cleartake resume --failed`');
}
