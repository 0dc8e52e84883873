/** `session`: the permission handlers as they were set, and what Chromium is told because of them. */

import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright';
import { recordCall } from '../calls.ts';
import { fromBrowserAddress, protocol } from './protocol.ts';

export interface AskingContents {
  getURL(): string;
}
type RequestHandler = (contents: AskingContents, permission: string, answer: (granted: boolean) => void) => void;
type CheckHandler = (contents: AskingContents | null, permission: string, origin: string) => boolean;

let onRequest: RequestHandler | null = null;
let onCheck: CheckHandler | null = null;

export const session = {
  /** Of one that only carries requests, nothing more than its name counts. */
  fromPartition: (name: string) => ({
    name,
    setProxy: async () => undefined,
    closeAllConnections: async () => undefined,
    setCertificateVerifyProc: () => undefined,
  }),
  defaultSession: Object.assign(new EventEmitter(), {
    protocol,
    resolveProxy: async () => 'DIRECT',
    setPermissionRequestHandler: (handler: RequestHandler | null): void => {
      onRequest = handler;
    },
    setPermissionCheckHandler: (handler: CheckHandler | null): void => {
      onCheck = handler;
    },
    setDevicePermissionHandler: (handler: unknown): void =>
      recordCall('session.setDevicePermissionHandler', typeof handler),
    setDisplayMediaRequestHandler: (handler: unknown): void =>
      recordCall('session.setDisplayMediaRequestHandler', typeof handler),
  }),
};

/** Electron's name → Chromium's names for the same permission, where both have one. */
const ENFORCED: Readonly<Record<string, readonly string[]>> = {
  media: ['microphone', 'camera'],
  geolocation: ['geolocation'],
  notifications: ['notifications'],
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  midi: ['midi'],
  'persistent-storage': ['persistent-storage'],
};

/** As Electron decides: without a handler everything is granted. */
export function decidePermission(contents: AskingContents, permission: string): { request: boolean; check: boolean } {
  let request = onRequest === null;
  onRequest?.(contents, permission, (granted) => {
    request = granted;
  });
  return { request, check: onCheck === null || onCheck(contents, permission, contents.getURL()) };
}

/** As Electron decides about a download: it begins unless a listener prevents it. */
export function isDownloadPrevented(address: string): boolean {
  let prevented = false;
  const event = {
    preventDefault: () => {
      prevented = true;
    },
  };
  session.defaultSession.emit('will-download', event, { getURL: () => address });
  return prevented;
}

/** Makes Chromium answer pages of this origin as the handlers would. */
export async function enforcePermissions(cdp: CDPSession, origin: string): Promise<void> {
  const contents = { getURL: () => fromBrowserAddress(`${origin}/`) };
  for (const [permission, names] of Object.entries(ENFORCED)) {
    const { request, check } = decidePermission(contents, permission);
    const setting = request && check ? 'granted' : 'denied';
    for (const name of names) {
      // Some builds of Chromium lack some permissions; those cannot be asked for either.
      await cdp.send('Browser.setPermission', { permission: { name }, setting, origin }).catch(() => undefined);
    }
  }
}
