/** Recordings on their way into the library of the browser host. */

import { createStore } from 'zustand/vanilla';

export interface IntakeState {
  /** Null while nothing is on its way. */
  readonly intake: {
    readonly files: number;
    readonly filesDone: number;
    readonly bytes: number;
    readonly bytesDone: number;
    readonly current: string;
  } | null;
  readonly stop: (() => void) | null;
}

export const intakeStore = createStore<IntakeState>(() => ({ intake: null, stop: null }));
