/** Words of the search for updates. */

import type { UpdateObstacle } from '../../../../shared/domain/updates.ts';

const OBSTACLES: Readonly<Record<UpdateObstacle, string>> = {
  'not-packaged': 'This Cleartake runs from its source code, so it doesn’t update itself.',
  'no-address': 'This package names no address for updates. Get new versions where you got this one.',
  'open-address': 'The address for updates isn’t encrypted, so Cleartake doesn’t use it.',
  'no-publisher': 'This package doesn’t name its publisher, so Cleartake couldn’t tell whether an update is genuine.',
  'system-package': 'Your system’s package manager installed Cleartake. It updates Cleartake, too.',
  portable: 'The portable program isn’t installed, so it can’t be updated. Download the new version instead.',
};

export const UPDATES = {
  title: 'Updates',
  text: 'Cleartake looks for new versions only if you want it to: at each start and once a day. It sends nothing about you, and downloads nothing by itself.',
  setting: 'Look for updates',
  standard: 'off',
  obstacles: OBSTACLES,
  checking: 'Looking for updates…',
  current: (time: string) => `You have the newest version. Checked ${time}.`,
  available: (version: string) => `Version ${version} is available.`,
  downloading: (version: string) => `Downloading version ${version}…`,
  progress: 'Download of the update',
  ready: (version: string) => `Version ${version} is downloaded and checked.`,
  check: 'Check again',
  download: 'Download',
  again: 'Download again',
  restart: 'Restart to update',
} as const;
