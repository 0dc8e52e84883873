/** Saves results: the output as its preset says, made first where that takes a while, or the result as it came. */

import { notifications } from '@mantine/notifications';
import { fileAddress, saveAddress } from '../../../shared/contract/page/media-addresses.ts';
import { downloadFrom } from '../../bridge/browser-session.ts';
import type { Desk } from '../../state/desk.ts';
import { sentenceOf, showRefusal } from '../messages/refusal.ts';
import { shownName } from '../text/format.ts';
import { RESULTS } from './strings.ts';

/** The same bytes that the export to a folder writes. @param name of the recording */
export async function saveResult({ client }: Desk, takeId: string, name: string): Promise<void> {
  const id = `save-${takeId}`;
  let isShown = false;
  try {
    for await (const { fraction, fileName } of await client.listening.save({ takeId })) {
      if (fileName !== null) {
        await downloadFrom(saveAddress(takeId), fileName);
        break;
      }
      const message = RESULTS.making(shownName(name), Math.floor(fraction * 100));
      const notification = { id, message, loading: true, autoClose: false, role: 'status' } as const;
      if (isShown) notifications.update(notification);
      else notifications.show(notification);
      isShown = true;
    }
    notifications.hide(id);
  } catch (thrown) {
    notifications.hide(id);
    notifications.show({ color: 'red', message: sentenceOf(thrown) });
  }
}

/** The result as the model made it: whole, at its own level and in its own format. */
export async function saveRaw(takeId: string): Promise<void> {
  await downloadFrom(fileAddress(takeId), '').catch(showRefusal);
}
