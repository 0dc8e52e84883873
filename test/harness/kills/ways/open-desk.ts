/** Takes the place of the hosts' `open-desk.ts` in a worker: the same lock and desk, with a process's own ports, settings and time. */

import { createDesk } from '../../../../electron/core/desk.ts';
import type { DeskPorts, DeskSettings } from '../../../../electron/core/ports.ts';
import { lockDataFolder } from '../../../../electron/hosts/common/data-folder-lock.ts';
import type { DeskHost, DeskHostOptions } from '../../../../electron/hosts/common/desk-host.ts';

/** What a host composes by itself. */
export interface Composition {
  readonly ports: DeskPorts;
  readonly settings: DeskSettings;
  /** Called when the desk is open. */
  readonly opened: () => void;
}

let composition: Composition | null = null;

export function compose(given: Composition): void {
  composition = given;
}

/** @throws CleartakeError dataFolderBusy when another process holds the data folder */
export async function openDesk(options: DeskHostOptions): Promise<DeskHost> {
  if (composition === null) throw new Error('Nothing was composed');
  const { opened, ports, settings } = composition;
  const lock = lockDataFolder(options.info.dataDirectory);
  const { ignoresPause = false, leavesEarlierWork = false, patient = true } = options;
  const desk = createDesk(
    { ...ports, log: options.log, vault: options.vault },
    { ...settings, concurrency: options.concurrency ?? settings.concurrency, ignoresPause, leavesEarlierWork, patient },
  );
  opened();
  return {
    ...desk,
    media: () => Promise.reject(new Error('It has no pages')),
    close: () => desk.close().finally(() => lock.release()),
  };
}
