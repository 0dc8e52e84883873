/** Commands of the desktop's menu that belong to no single page. Parts of a page listen for their own (`useDeskCommand`). */

import { useEffect } from 'react';
import type { DeskCommand } from '../../../shared/contract/page/bridge.ts';
import { onDeskCommand } from '../../bridge/desk-commands.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { addPaths } from '../../components/add-recordings/add-recordings.ts';
import { showRefusal } from '../../components/messages/refusal.ts';
import type { Desk } from '../../state/desk.ts';
import { useDesk } from '../../state/desk-context.ts';
import { openShortcuts } from './shortcut-sheet.tsx';

export function useMenu(): void {
  const desk = useDesk();
  useEffect(() => onDeskCommand((command) => void obey(desk, command).catch(showRefusal)), [desk]);
}

async function obey(desk: Desk, command: DeskCommand): Promise<void> {
  const bridge = desktopBridge();
  switch (command.kind) {
    case 'choose-files':
      return bridge === null ? desk.goTo('desk') : add(desk, await bridge.chooseFiles());
    case 'choose-folder':
      return bridge === null ? desk.goTo('desk') : add(desk, await bridge.chooseFolder());
    case 'pause-all':
      return desk.client.queue.pauseAll();
    case 'resume-all':
      return desk.client.queue.resumeAll();
    case 'shortcuts':
      return openShortcuts();
    case 'compare':
      return desk.goTo('listen', command.jobId);
    // On the desk its own buttons do it. From elsewhere this shows the price first, and nothing is started.
    case 'start':
    case 'retry-failed':
      return desk.goTo('desk');
    default:
      return desk.goTo(command.kind);
  }
}

async function add(desk: Desk, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await addPaths(desk, paths);
}
