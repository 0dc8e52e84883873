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
  await make(desk, { takeId, name, onReady: (fileName) => downloadFrom(saveAddress(takeId), fileName) });
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
  await make(desk, { takeId, name, settings, onReady: (fileName) => downloadFrom(saveAddress(takeId), fileName) });
}

/** Makes what a drag takes out of the window, the same file as Save. A drag can't wait: the person drags again once it is there. */
export async function prepareDrag(desk: PageDesk, takeId: string, name: string): Promise<void> {
  await make(desk, {
    takeId,
    name,
    onReady(_, hadToWait) {
      if (hadToWait) notifications.show({ message: RESULTS.readyToDrag(shownName(name)), role: 'status' });
    },
  });
}

interface Making {
  readonly takeId: string;
  /** Of the recording. */
  readonly name: string;
  readonly settings?: SoundSettings;
  /** Gets the file's name, unless it went to its folder. */
  onReady(fileName: string, hadToWait: boolean): Promise<void> | void;
}

/** Shows how far the file is, unless it is there at once. */
async function make({ client }: PageDesk, { takeId, name, settings, onReady }: Making): Promise<void> {
  const id = `save-${takeId}`;
  let isShown = false;
  try {
    const input = settings === undefined ? { takeId } : { takeId, settings };
    for await (const { deliveredTo, fileName, fraction } of await client.listening.save(input)) {
      if (deliveredTo !== null) notifications.show({ message: RESULTS.deliveredAgain(deliveredTo), role: 'status' });
      if (fileName !== null) {
        if (deliveredTo === null) await onReady(fileName, isShown);
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
