/** Whether the whole queue is paused; kept for the next start. */

import type { DeskSettings } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';

export interface PauseSwitch {
  readonly isOn: boolean;
  set(paused: boolean): void;
}

export function createPauseSwitch(
  { settings: stored }: Pick<Store, 'settings'>,
  { ignoresPause }: Pick<DeskSettings, 'ignoresPause'>,
): PauseSwitch {
  let isOn = !ignoresPause && stored.get('queue-paused') === true;
  return {
    get isOn() {
      return isOn;
    },
    set: (paused) => {
      isOn = paused;
      stored.set('queue-paused', paused);
    },
  };
}
