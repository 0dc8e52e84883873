/** Pictures of the settings' dialog: its sections, with recordings that come out in odd ways. */

import type { Page } from 'playwright';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { BUILT_IN_PRESETS, presetOf } from '../../../shared/domain/batch/presets.ts';
import { WAITING_SCENE } from '../fake-desk/scenes.ts';
import type { DeskScene } from './desk-scenes.ts';

/** A video, one with a silent side, and plain ones. */
export const ODD_ROWS = WAITING_SCENE.map((part, index) => ({
  ...part,
  ...(index === 1 ? { name: '04 zoom call.mp4', hasVideo: true, channels: 2 } : {}),
  ...(index === 2
    ? {
        name: '02 guest remote.wav',
        channels: 2,
        channelNotes: [{ kind: 'silent-side' as const, side: 'right' as const }],
      }
    : {}),
}));

const PODCAST = presetOf(BUILT_IN_PRESETS.find(({ id }) => id === 'podcast-episode')?.settings ?? DEFAULT_BATCH_PRESET);

const MORE = {
  also: { format: 'flac', loudness: false },
  ...{ intro: '/home/me/Podcast/jingle.wav', outro: '/home/me/Podcast/credits.wav', crossFade: 1.5 },
} as const;

function scene(section: string): DeskScene {
  return {
    seed: (fake) => {
      fake.rememberPreset({
        ...PODCAST,
        ...MORE,
        bitRate: 192,
        tags: { album: 'The Show', number: '{n}', title: '{name}' },
      });
      fake.seed(ODD_ROWS);
    },
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^Preset/ }).click();
      await page.getByRole('tab', { name: new RegExp(`^${section}`) }).click();
    },
  };
}

export const PRESET_SCENES: Readonly<Record<string, DeskScene>> = {
  'preset-models': scene('Models'),
  'preset-sound': scene('Sound'),
  'preset-loudness': scene('Loudness'),
  'preset-file': scene('File'),
  'preset-around': scene('Intro and outro'),
  'preset-place': scene('Name and place'),
  'preset-tags': scene('Tags'),
};
