/** Saves results: the output as its preset says, made first where that takes a while, or the result as it came. */

import { notifications } from '@mantine/notifications';
import { fileAddress, saveAddress } from '../../../shared/contract/page/media-addresses.ts';
import type { SoundSettings } from '../../../shared/domain/export/settings.ts';
import { downloadFrom } from '../../bridge/browser-session.ts';
import type { PageDesk } from '../../state/desk.ts';
import { sentenceOf, showRefusal } from '../messages/saving.tsx';
import { shownName } from '../text/format.ts';
import { RESULTS } from './strings.ts';

/** The same bytes that the export to a folder writes. @param name of the recording */
export async function saveResult(desk: PageDesk, takeId: string, name: string): Promise<void> {
  await making(desk, takeId, name, (fileName) => downloadFrom(saveAddress(takeId), fileName));
}

/**
 * The output at another strength and loudness, which become the recording's own. It goes to the folder of its outputs where the earlier one
 * did; else the person takes it.
 */
export async function saveResultWith(
  desk: PageDesk,
  takeId: string,
  name: string,
  settings: SoundSettings,
): Promise<void> {
  const then = (fileName: string) => downloadFrom(saveAddress(takeId), fileName);
  await making(desk, takeId, name, then, settings);
}

/** Makes what a drag takes out of the window, the same file as Save. A drag can't wait: the person drags again once it is there. */
export async function prepareDrag(desk: PageDesk, takeId: string, name: string): Promise<void> {
  await making(desk, takeId, name, (_, hadToWait) => {
    if (hadToWait) notifications.show({ message: RESULTS.readyToDrag(shownName(name)), role: 'status' });
  });
}

/** Shows how far the file is, unless it is there at once. @param then gets its name, unless it went to its folder */
async function making(
  { client }: PageDesk,
  takeId: string,
  name: string,
  then: (fileName: string, hadToWait: boolean) => Promise<void> | void,
  settings?: SoundSettings,
): Promise<void> {
  const id = `save-${takeId}`;
  let isShown = false;
  try {
    const input = settings === undefined ? { takeId } : { takeId, settings };
    for await (const { deliveredTo, fileName, fraction } of await client.listening.save(input)) {
      if (deliveredTo !== null) notifications.show({ message: RESULTS.deliveredAgain(deliveredTo), role: 'status' });
      if (fileName !== null) {
        if (deliveredTo === null) await then(fileName, isShown);
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
