/** Holds the window while the person decides what happens to running work. */

import type { CloseAnswer } from '../../../core/ports.ts';

/** The part of Electron's window that this needs. */
export interface ClosingWindow {
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown;
  isDestroyed(): boolean;
  close(): void;
}

export interface ClosingPorts {
  isWorking(): boolean;
  /** Asked, or remembered. */
  beforeClosing(): Promise<CloseAnswer>;
  /** Whether the app quits anyway. */
  isQuitting(): boolean;
  /** Keeps the app without a window. */
  keepWorking(): void;
  quit(): void;
}

export function guardClosing(window: ClosingWindow, ports: ClosingPorts): void {
  let decided = false;

  async function decide(): Promise<void> {
    const answer = await ports.beforeClosing();
    if (answer === 'stay' || decided || window.isDestroyed()) return;
    decided = true;
    if (answer === 'quit') {
      ports.quit();
      return;
    }
    ports.keepWorking();
    window.close();
  }

  window.on('close', (event) => {
    if (decided || ports.isQuitting() || !ports.isWorking()) return;
    event.preventDefault();
    void decide();
  });
}
