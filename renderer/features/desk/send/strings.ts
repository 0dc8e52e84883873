/** Words of sending finished recordings to another service. */

import { countOf } from '../../../../shared/domain/units.ts';

/** Finished recordings that could be better. */
export const MARKED = {
  title: 'Could be better',
  count: (count: number) => (count === 1 ? '1 could be better' : `${count} could be better`),
  note: 'Noise or reverb remains in these results. Another service may do better.',
  show: 'Show',
  keep: (count: number) => (count === 1 ? 'Keep it' : 'Keep all'),
  keepOne: 'Keep this result',
  send: (count: number) => (count === 1 ? 'Send to service…' : `Send ${count} to service…`),
} as const;

export const SENDING = {
  item: 'Send to service…',
  title: (count: number, name: string) =>
    count === 1 ? `Send ${name} to a service` : `Send ${countOf(count, 'recording')} to a service`,
  lead: 'It restores them once more, with the settings they had. The results that you have stay.',
  group: 'Service',
  counting: 'Counting the price…',
  amount: (usd: string) => `At most ${usd} USD.`,
  nothingToPay: 'Nothing to pay.',
  unknown: 'This service has no price in Cleartake, so what it charges is unknown.',
  minimum: (usd: string) => `This includes ${usd} USD for the 60-second minimum.`,
  reusable: (count: number) =>
    count === 1
      ? '1 result of this service is in the history and used again.'
      : `${count} results of this service are in the history and used again.`,
  leftOut: (count: number) =>
    count === 1
      ? '1 selected recording can’t be sent: it isn’t finished, or is there already.'
      : `${count} selected recordings can’t be sent: they aren’t finished, or are there already.`,
  send: (count: number) => (count <= 1 ? 'Send' : `Send ${count}`),
  cancel: 'Cancel',
  sent: (count: number, service: string) => `${countOf(count, 'recording')} sent to ${service}.`,
} as const;
