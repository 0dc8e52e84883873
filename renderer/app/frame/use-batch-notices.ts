/** Notifications of the browser about the batch, where the person allowed them. In a window the system shows them. */

import { useEffect } from 'react';
import { noticeWords } from '../../../shared/domain/batch/batch-notice.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import type { Desk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';

/** Several tabs of one desk show one notification. */
const TAG = 'cleartake-batch';

export function useBatchNotices(): void {
  const desk = useDesk();
  const connected = useSession((state) => state.link.kind === 'connected');
  useEffect(() => {
    if (!connected || desktopBridge() !== null || !('Notification' in window)) return;
    const over = new AbortController();
    // A lost connection ends it; the next one begins anew.
    follow(desk, over.signal).catch(() => undefined);
    return () => over.abort();
  }, [desk, connected]);
}

async function follow({ client }: Desk, signal: AbortSignal): Promise<void> {
  for await (const { notice } of await client.system.watchBatches(undefined, { signal })) {
    // Whoever looks at the desk sees it there.
    if (notice === null || Notification.permission !== 'granted' || document.hasFocus()) continue;
    const { title, body } = noticeWords(notice);
    const shown = new Notification(title, { body, tag: TAG });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  }
}
