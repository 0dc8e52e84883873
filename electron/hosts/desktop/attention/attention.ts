/** The desktop's side of `Attention`: task bar and Dock, badge, notifications, sleep, and the question before closing. */

import { app, BrowserWindow, dialog, Notification, nativeImage, powerSaveBlocker } from 'electron';
import { noticeWords } from '../../../../shared/domain/batch/batch-notice.ts';
import type { Attention, BatchProgress, CloseAnswer } from '../../../core/ports.ts';
import { CLOSING, NOTICE } from '../strings.ts';

/** In the order of the buttons. */
const ANSWERS: readonly CloseAnswer[] = ['keep-working', 'quit', 'stay'];

/** Removes the bar. */
const NO_PROGRESS = -1;

export interface AttentionOptions {
  /** Absolute path of the mark that Windows shows on the task bar's button. */
  readonly markFile: string;
  /** Brings the desk to the front, opening its window if it is closed. */
  show(): void;
}

/** Call it once the app is ready. */
export function createAttention({ markFile, show }: AttentionOptions): Attention {
  let shown: BatchProgress | null = null;
  let needs = 0;
  let blocker: number | null = null;
  /** A notification that nothing refers to loses its events. */
  let notification: Notification | null = null;

  function markWindow(window: BrowserWindow): void {
    if (shown === null) window.setProgressBar(NO_PROGRESS);
    else window.setProgressBar(shown.share, { mode: shown.needsPerson ? 'error' : 'normal' });
    // Windows counts nothing on its task bar, but shows a mark.
    if (process.platform !== 'win32') return;
    if (needs === 0) window.setOverlayIcon(null, '');
    else window.setOverlayIcon(nativeImage.createFromPath(markFile), NOTICE.badge);
  }

  function markAll(): void {
    for (const window of BrowserWindow.getAllWindows()) markWindow(window);
  }

  app.on('browser-window-created', (_event, window) => {
    if (shown !== null || needs > 0) markWindow(window);
  });

  return {
    progress(progress) {
      shown = progress;
      markAll();
    },
    badge(count) {
      needs = count;
      app.setBadgeCount(count);
      markAll();
    },
    notice(notice) {
      // Whoever looks at the desk sees it there.
      if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
      notification?.close();
      notification = new Notification({ ...noticeWords(notice), actions: [{ type: 'button', text: NOTICE.show }] });
      notification.on('click', show);
      notification.on('action', show);
      notification.show();
    },
    power(working) {
      if (blocker !== null) powerSaveBlocker.stop(blocker);
      blocker = working ? powerSaveBlocker.start('prevent-app-suspension') : null;
    },
    async question() {
      const [window] = BrowserWindow.getAllWindows();
      const options = {
        type: 'question',
        message: CLOSING.message,
        detail: CLOSING.detail,
        buttons: [...CLOSING.buttons],
        defaultId: 0,
        cancelId: ANSWERS.indexOf('stay'),
        checkboxLabel: CLOSING.remember,
      } as const;
      const { response, checkboxChecked } = await (window === undefined
        ? dialog.showMessageBox({ ...options, buttons: [...options.buttons] })
        : dialog.showMessageBox(window, { ...options, buttons: [...options.buttons] }));
      return { answer: ANSWERS[response] ?? 'stay', remember: checkboxChecked };
    },
  };
}
