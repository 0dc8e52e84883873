/** Exports a part of the comparison: the host makes the file, then the page downloads it. Meanwhile it can be cancelled. */

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { saveAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { PartRequest } from '../../../../shared/domain/listening/part.ts';
import { downloadFrom } from '../../../bridge/browser-session.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import type { Desk } from '../../../state/desk.ts';
import { EXPORTING } from './strings.ts';

let last = 0;

/** Tells how far it is, unless it is there at once. @param words what is exported */
export async function exportPart({ client }: Desk, request: PartRequest, words: string): Promise<void> {
  const id = `part-${++last}`;
  const stop = new AbortController();
  const tell = progressNotice(id, words, () => stop.abort());
  try {
    for await (const { fraction, made } of await client.listening.part(request, { signal: stop.signal })) {
      if (made !== null) {
        await downloadFrom(saveAddress(made.id), made.fileName);
        break;
      }
      tell(fraction);
    }
  } catch (thrown) {
    if (!stop.signal.aborted) showRefusal(thrown);
  } finally {
    notifications.hide(id);
    if (stop.signal.aborted) notifications.show({ message: EXPORTING.cancelled(words), role: 'status' });
  }
}

/** @returns shows the progress, 0 to 1 */
function progressNotice(id: string, words: string, cancel: () => void): (fraction: number) => void {
  let isShown = false;
  return (fraction) => {
    const message = (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{EXPORTING.making(words, Math.floor(fraction * 100))}</span>
        <Button size="compact-sm" variant="default" aria-label={EXPORTING.cancelOf(words)} onClick={cancel}>
          {EXPORTING.cancel}
        </Button>
      </Group>
    );
    const notification = { id, message, loading: true, autoClose: false, withCloseButton: false } as const;
    if (isShown) notifications.update({ ...notification, role: 'status' });
    else notifications.show({ ...notification, role: 'status' });
    isShown = true;
  };
}
