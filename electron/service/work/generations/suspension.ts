/** Whether a running restoration stands still for now. */

import { createListeners, type Dispose } from '../../../platform/disposal.ts';

export interface Suspension {
  readonly isOn: boolean;
  set(suspended: boolean): void;
  /** Called at once, and after each change. */
  follow(listener: (suspended: boolean) => void): Dispose;
}

export function createSuspension(): Suspension {
  const listeners = createListeners<boolean>();
  let isOn = false;
  return {
    get isOn() {
      return isOn;
    },
    set: (suspended) => {
      if (suspended === isOn) return;
      isOn = suspended;
      listeners.tell(isOn);
    },
    follow: (listener) => {
      listener(isOn);
      return listeners.add(listener);
    },
  };
}
