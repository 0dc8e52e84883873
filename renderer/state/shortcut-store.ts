/** Whether the sheet of shortcuts is open. */

import { createStore } from 'zustand/vanilla';

export const shortcutStore = createStore<{ readonly open: boolean }>(() => ({ open: false }));

export function openShortcuts(): void {
  shortcutStore.setState({ open: true });
}
