/** Words about the audio tracks of a file, and about its left and right. */

import type { Side } from '../../../../shared/domain/tracks/made-from.ts';

export const TRACKS = {
  /** At the end of a name. */
  nameSuffix: (label: string) => ` – ${label}`,
  /** @param track with its number, title and language @param reason a sentence */
  refused: (track: string, reason: string) => `${track} can’t be restored. ${reason}`,
  silent: (track: string) => `${track} is silent, so there is nothing to restore on it.`,
  noNumber: (number: string, of: number) =>
    of === 1 ? `There is no track ${number}: it has one.` : `There is no track ${number}: it has ${of}.`,
  noName: (text: string, of: number) => `None of its ${of} tracks has the title or language “${text}”.`,
} as const;

export const SPLIT = {
  /** At the end of a name. */
  nameSuffix: (side: Side) => ` – ${side}`,
  /** Why a recording with so many channels can't be split. */
  notStereo: (channels: number) =>
    channels === 1
      ? 'This recording is mono: there is no left and right to split it into.'
      : `This recording has ${channels} channels. Only stereo can be split into left and right.`,
  notOne: 'A recording that was joined, or is a part of another one, can’t be split into left and right.',
  silent: (side: Side) => `The ${side} side is silent, so there is nothing to restore on it.`,
  allSilent: 'Both sides are silent, so there is nothing to restore.',
  inQueue: 'Its left and right are in the queue already.',
  started: 'One of the two was started already, so they stay apart.',
} as const;
