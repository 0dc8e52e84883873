/** Words of restoring recordings of History once more. */

import { countOf } from '../../../../shared/domain/units.ts';

export const AGAIN = {
  item: 'Restore again…',
  add: (model: string) => `Add ${model}…`,
  title: (count: number, name: string) =>
    count === 1 ? `Restore ${name} again` : `Restore ${countOf(count, 'recording')} again`,
  lead: 'This adds a new row to the queue for each recording. The results that you have stay.',
  models: 'Models',
  settings: 'Settings',
  asBefore: 'As before',
  both: 'Both models',
  minimum: (usd: string) => `This includes ${usd} USD for the 60-second minimum.`,
  reusable: (count: number) =>
    count === 1 ? '1 result is in the history and used again.' : `${count} results are in the history and used again.`,
  unmeasured: (count: number) =>
    `The length of ${countOf(count, 'recording')} isn’t known yet. Nothing starts that costs more than this.`,
  leftOut: (count: number) =>
    count === 1
      ? '1 recording is left out: it’s in progress, in the queue again, or its service was removed.'
      : `${count} recordings are left out: they’re in progress, in the queue again, or their service was removed.`,
  cancel: 'Cancel',
  go: (count: number) => (count <= 1 ? 'Restore' : `Restore ${count}`),
  goFor: (count: number, usd: string) => (count <= 1 ? `Restore for ${usd} USD` : `Restore ${count} for ${usd} USD`),
  started: (count: number) => `${countOf(count, 'recording')} added to the queue and started.`,
} as const;
