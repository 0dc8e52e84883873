/** Exports a part of the comparison: the host makes the file, then the page downloads it. Meanwhile it can be cancelled. */

import { notifications } from '@mantine/notifications';
import { saveAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { PartRequest } from '../../../../shared/domain/listening/part.ts';
import { downloadFrom } from '../../../bridge/browser-session.ts';
import { progressNotice } from '../../../components/messages/progress-notice.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import type { Desk } from '../../../state/desk.ts';
import { EXPORTING } from './strings.ts';

let last = 0;

/** Tells how far it is, unless it is there at once. @param words what is exported */
export async function exportPart({ client }: Desk, request: PartRequest, words: string): Promise<void> {
  const id = `part-${++last}`;
  const stop = new AbortController();
  const tell = progressNotice(id, { cancel: EXPORTING.cancel, cancelOf: EXPORTING.cancelOf(words) }, () =>
    stop.abort(),
  );
  try {
    for await (const { fraction, made } of await client.listening.part(request, { signal: stop.signal })) {
      if (made !== null) {
        await downloadFrom(saveAddress(made.id), made.fileName);
        break;
      }
      tell(EXPORTING.making(words, Math.floor(fraction * 100)));
    }
  } catch (thrown) {
    if (!stop.signal.aborted) showRefusal(thrown);
  } finally {
    notifications.hide(id);
    if (stop.signal.aborted) notifications.show({ message: EXPORTING.cancelled(words), role: 'status' });
  }
}
