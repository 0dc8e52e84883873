/** Words of settings that differ from those of the batch, and of connections that do. */

import type { Side } from '../../../../shared/domain/tracks/made-from.ts';
import { countOf } from '../../../../shared/domain/units.ts';

export const OWN = {
  menu: 'Change',
  settings: 'Change preset…',
  models: 'Models…',
  move: 'Move to connection…',
  reset: (preset: string) => `Use “${preset}” again`,
  resetCustom: 'Use the batch’s settings again',
  settingsTitle: (count: number, name: string) => (count === 1 ? name : `Settings for ${countOf(count, 'recording')}`),
  modelsTitle: (count: number, name: string) =>
    count === 1 ? `Models for ${name}` : `Models for ${countOf(count, 'recording')}`,
  from: 'Take all settings from',
  fromPlaceholder: 'A preset…',
  differs: 'Only what you change here is changed.',
  /** @param isRestored results are here, and only saving them waits or failed */
  startedAs: (preset: string, isRestored: boolean) =>
    `Started with “${preset}”. ${isRestored ? 'It is restored: only how it is saved can change.' : 'Nothing was sent to be restored yet.'}`,
  started: (count: number) =>
    count === 1
      ? '1 selected recording has already started and keeps its settings.'
      : `${count} selected recordings have already started and keep their settings.`,
  apply: (count: number) => (count === 1 ? 'Apply' : `Apply to ${count}`),
  cancel: 'Cancel',
  changed: (count: number) => `Settings changed for ${countOf(count, 'recording')}.`,
  onlySaving: 'Nothing was changed: these recordings are restored, so only how they are saved can change.',
  tooLate: 'These recordings are already being restored. Only recordings that wait can be changed.',
} as const;

export const PLACE = {
  title: (count: number, name: string) =>
    count === 1 ? `Where to save ${name}` : `Where to save ${countOf(count, 'recording')}`,
  lead: 'Only these recordings are saved there. Results that are here already are saved without restoring or paying again.',
  cancel: 'Cancel',
  save: 'Save there',
  gone: 'Nothing was changed: these recordings are at work, or done.',
} as const;

export const TRACKS = {
  item: 'Tracks…',
  title: (name: string) => `Audio tracks of ${name}`,
  heard: { silence: 'silent', unreadable: 'can’t be decoded' },
  own: 'the file’s own choice',
  note: 'Outputs in the format of the original keep the other tracks as they are.',
  each: (count: number) => `${count} recordings, each with its own price and output.`,
  all: 'All tracks',
  cancel: 'Cancel',
  apply: (count: number) => (count > 1 ? `Restore ${count} tracks` : 'Restore this track'),
  chosen: (count: number) => (count === 1 ? 'Track chosen.' : `${count} tracks chosen, each on a row of its own.`),
  unchanged: 'These tracks are on the queue already.',
} as const;

export const CHANNEL_ROWS = {
  split: 'Split into left and right',
  join: 'Back to one stereo recording',
  done: (count: number, name: string) =>
    count === 1
      ? `${name} is two recordings now: left and right.`
      : `${count} recordings were split into left and right.`,
  /** One side has nothing on it. */
  doneOne: (name: string, silent: Side) =>
    `The ${silent} side of ${name} is silent and left out: only its ${silent === 'left' ? 'right' : 'left'} is restored, in mono.`,
  silent: (names: readonly string[]) => `A silent side was left out of ${names.join(', ')}.`,
  /** On a row. */
  side: (side: Side) => `${side} side`,
  sideOf: (side: Side, name: string) => `The ${side} side of ${name}`,
} as const;

export const MOVING = {
  title: (count: number, name: string) =>
    count === 1 ? `Where to restore ${name}` : `Where to restore ${countOf(count, 'recording')}`,
  group: 'Connection',
  free: 'Free',
  perMinute: (least: string, most: string) =>
    least === most ? `${least} USD a minute` : `${least} to ${most} USD a minute`,
  noPrice: 'No price set',
  problems: {
    missing: 'No API key: recordings wait until you enter one.',
    refused: 'The key was rejected: recordings wait until you enter a working one.',
    billing: 'New restorations are stopped there: recordings wait for billing.',
  },
  move: (count: number) => (count === 1 ? 'Move' : `Move ${count}`),
  moved: (count: number, connection: string) => `${countOf(count, 'recording')} moved to ${connection}.`,
} as const;

export const CHIP = {
  own: (words: string) => `Differs from the batch: ${words}`,
  connection: (name: string) => `Connection: ${name}`,
  joined: (count: number) => `${count} parts`,
  joinedFrom: (names: readonly string[]) => `Joined from ${names.join(', ')}`,
} as const;
