/** Whether a message comes from the desk's own page: its top frame, at our scheme and host, and nothing else. */

import { isOwnAddress } from './addresses.ts';

/** As much of Electron's WebFrameMain as the decision needs. Read synchronously: a frame may be gone a moment later. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

export function isOwnTopFrame(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url);
}
