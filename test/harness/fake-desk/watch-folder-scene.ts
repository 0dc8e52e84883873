/** Watch folders in every state that a person meets, for pictures and tests. */

import type { FakeDesk } from './fake-desk.ts';

export function watchFolderScene(fake: Pick<FakeDesk, 'putWatchFolder'>, now: number): void {
  const hour = 3_600_000;
  fake.putWatchFolder({
    path: '/home/me/Shows/Incoming',
    ...{ presetId: 'podcast-episode', preset: 'Podcast episode', connection: 'Studio service', isFree: false },
    ...{ capPerDay: 5_000_000, spentToday: 1_940_000, output: { kind: 'folder', path: '/home/me/Shows/Restored' } },
    ...{ pending: 2, restoredToday: 5, last: { name: 'ep-042 interview.mp4', kind: 'restored', at: now - hour } },
  });
  fake.putWatchFolder({
    path: '/home/me/Field notes',
    ...{ restoredToday: 38, last: { name: 'harbour 04.flac', kind: 'restored', at: now - 2 * hour } },
  });
  fake.putWatchFolder({
    path: '/Volumes/T7/Client X with a long name of its own',
    ...{ connection: 'Client X', isFree: false, capPerDay: 10_000_000, state: { kind: 'not-there' } },
    last: { name: 'talk 3.wav', kind: 'failed', at: now - 70 * hour },
  });
  fake.putWatchFolder({
    path: '/home/me/Downloads/Voice',
    ...{ enabled: false, pending: 4, preset: null },
    last: { name: 'memo 17.m4a', kind: 'done-before', at: now - 50 * hour },
  });
}
