/** Working without a window: the tray icon that stands for the desk until its window is opened again. */

import { Menu, nativeImage, Tray } from 'electron';
import type { Log } from '../../../platform/log.ts';
import { TRAY } from '../strings.ts';

export interface Background {
  /** From now on the app stays without a window. */
  begin(): void;
  /** The window is back. */
  end(): void;
  readonly isOn: boolean;
}

/** @param iconFile absolute path of the tray's icon */
export function createBackground(iconFile: string, show: () => void, quit: () => void, log: Log): Background {
  let isOn = false;
  let tray: Tray | null = null;

  return {
    get isOn() {
      return isOn;
    },
    begin() {
      if (isOn) return;
      isOn = true;
      try {
        tray = new Tray(nativeImage.createFromPath(iconFile));
      } catch (failure) {
        // Some desktops have no tray. A second start of the program shows the window again.
        log.warn('The tray is not available', { reason: failure instanceof Error ? failure.message : 'unknown' });
        return;
      }
      tray.setToolTip(TRAY.tip);
      // Linux shows the menu on every click, so the menu can do all that a click does.
      const menu = [
        { label: TRAY.open, click: show },
        { type: 'separator' as const },
        { label: TRAY.quit, click: quit },
      ];
      tray.setContextMenu(Menu.buildFromTemplate(menu));
      tray.on('click', show);
    },
    end() {
      isOn = false;
      tray?.destroy();
      tray = null;
    },
  };
}
