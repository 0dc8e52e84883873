/** Words of restoring finished recordings once more: by another service, by another model, or their worst minute. */

import { countOf } from '../../../shared/domain/units.ts';

/** Of both dialogs. */
export const SERVICE = {
  group: 'Service',
  models: 'Models',
  counting: 'Counting the price…',
  amount: (usd: string) => `At most ${usd} USD.`,
  nothingToPay: 'Nothing to pay.',
  unknown: 'This service has no price in Cleartake, so what it charges is unknown.',
  cancel: 'Cancel',
} as const;

export const SEND_DIALOG = {
  item: 'Send to service…',
  title: (count: number, name: string) => (count === 1 ? `Send ${name} to a service` : 'Send recordings to a service'),
  lead: 'It restores them once more, with the settings they had. The results that you have stay.',
  reusable: (count: number) =>
    count === 1
      ? '1 result of this service is in the history and used again.'
      : `${count} results of this service are in the history and used again.`,
  leftOut: (count: number) =>
    count === 1
      ? '1 selected recording isn’t sent: it isn’t finished, is there already, or is the same file as another.'
      : `${count} selected recordings aren’t sent: they aren’t finished, are there already, or are the same files as others.`,
  send: (count: number) => (count <= 1 ? 'Send' : `Send ${count}`),
  sent: (count: number, service: string) => `${countOf(count, 'recording')} sent to ${service}.`,
} as const;

export const SEND_EXCERPT = {
  item: 'Try the worst minute…',
  title: 'Try the worst minute',
  /** @param from,to as `12:04` */
  lead: (from: string, to: string) =>
    `Only the noisiest minute is sent, from ${from} to ${to}. Compare it with the result that you have, then decide about the whole recording.`,
  /** For the whole there is nothing to try first. */
  whole: 'This recording is too short, or has too little speech, to try a minute of it. Send the whole instead.',
  sendWhole: 'Send the whole…',
  cap: (usd: string) => `Your cap leaves ${usd} USD.`,
  beyondCap: (usd: string) => `Your cap leaves ${usd} USD, so it waits until there is room.`,
  reusable: 'Results for this part are in the history and used again.',
  go: 'Try it',
  sent: (service: string) => `The minute was sent to ${service}. It is a row of its own in the queue.`,
  keep: 'Keep this result',
  kept: 'The result that you have is kept.',
  passageTitle: 'Try this passage with…',
  /** @param from,to as `12:04` */
  passageLead: (from: string, to: string) =>
    `Only the passage from ${from} to ${to} is sent. Compare it with the results that you have, then decide about the whole recording.`,
  passageIsWhole: 'This is the whole recording.',
  passageSent: (service: string) => `The passage was sent to ${service}. It is a row of its own in the queue.`,
  passageChip: 'Passage',
  passageChipWhy: (from: string, to: string) =>
    `From ${from} to ${to} of another recording. Nothing of it is saved to a folder.`,
  /** On the row of a minute. */
  chip: 'Worst minute',
  chipWhy: (from: string) => `The minute from ${from} of another recording. Nothing of it is saved to a folder.`,
} as const;

/** Restoring recordings once more over the connection that they have. */
export const AGAIN = {
  item: 'Restore again…',
  add: (model: string) => `Add ${model}…`,
  title: (count: number, name: string) =>
    count === 1 ? `Restore ${name} again` : `Restore ${countOf(count, 'recording')} again`,
  lead: 'This adds a new row to the queue for each recording. The results that you have stay.',
  models: 'Models',
  settings: 'Settings',
  asBefore: 'As before',
  /** @param name of the preset that they are edited from */
  present: (name: string) => `As set on the desk now (${name}, not saved)`,
  both: 'Both models',
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
