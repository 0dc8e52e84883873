/** Which host the page lives in: the desktop puts a bridge on `window`, the browser host does not. */

import { BRIDGE_NAME, type DesktopBridge } from '../../shared/contract/bridge.ts';

declare global {
  interface Window {
    readonly cleartake?: DesktopBridge<File>;
  }
}

/** The desktop's bridge, or null in the browser host. */
export function desktopBridge(): DesktopBridge<File> | null {
  return window[BRIDGE_NAME] ?? null;
}
