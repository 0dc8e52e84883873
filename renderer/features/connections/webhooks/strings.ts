/** Words of webhooks: endpoints, deliveries and the receiver. */

import { countOf } from '../../../../shared/domain/units.ts';
import type { EventType, WebhookMode } from '../../../../shared/service-api/webhooks.ts';

export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'generation.queued': 'Queued',
  'generation.processing': 'Processing',
  'generation.failed': 'Failed',
  'generation.completed': 'Completed',
};

export const MODE_WORDS: Readonly<Record<WebhookMode, string>> = { live: 'Live', test: 'Test' };

export const WEBHOOKS = {
  title: 'Webhooks',
  tabs: { endpoints: 'Endpoints', deliveries: 'Deliveries', receiver: 'Receiver' },
  loading: 'Reading the webhooks…',
} as const;

export const ENDPOINTS = {
  none: 'This account has no endpoints yet.',
  list: 'Endpoints',
  all: 'All events',
  enable: 'Enable',
  disable: 'Disable',
  recover: 'Recover…',
  /** What was missed in that time is delivered again. */
  windows: { hour: 'The last hour', day: 'The last day', week: 'The last 7 days', most: 'The last 14 days' },
  recovered: (count: number) =>
    count === 0 ? 'Nothing was missed.' : `${countOf(count, 'event is', 'events are')} sent again.`,
  state: {
    delivering: 'Delivering',
    failing: (since: string) => `Failing since ${since}`,
    manual: 'Disabled',
    long: 'Disabled after failing for five days',
  },
  owner: (name: string) => `Key ${name}`,
  addTitle: 'Add an endpoint',
  address: 'Address',
  addressNote: 'It begins with https://.',
  addressWrong: 'Enter an address that begins with https://.',
  mode: 'Mode',
  events: 'Events',
  noEvents: 'Choose at least one event.',
  ownerLabel: 'API key',
  ownerNote: 'Whose events it gets.',
  ownerId: 'API key ID',
  ownerTyped: 'The account’s keys can’t be listed. Leave empty for the key of this connection.',
  /** @param name of the key, if the account lists it */
  ownKey: (name: string | null) => (name === null ? 'This connection’s key' : `This connection’s key (${name})`),
  revokedKey: 'Revoked: it gets no events',
  add: 'Add endpoint',
  added: (address: string) => `Events go to ${address}.`,
} as const;

export const CHANGE = {
  more: (address: string) => `More for ${address}`,
  edit: 'Edit…',
  revealSecret: 'Show signing secret…',
  rotateSecret: 'New signing secret…',
  remove: 'Remove…',
  cancel: 'Cancel',
  save: 'Save',
  editTitle: 'Edit the endpoint',
  addressNote: 'It begins with https://. The signing secret stays the same.',
  removeTitle: 'Remove this endpoint?',
  removeText:
    'Events go there no longer, and what is waiting for it is never delivered. Its signing secret is deleted.',
  confirmRemove: 'Remove',
  removed: (address: string) => `${address} was removed.`,
  revealTitle: 'Show the signing secret?',
  revealText: 'The receiver checks events with it. Anyone who has it can forge them.',
  reveal: 'Show secret',
  present: 'Signing secret',
  hasIt: 'The receiver on this computer has the secret.',
  rotateTitle: 'Make a new signing secret?',
  rotateText:
    'For a day, events are signed with the earlier one as well, so that you can replace it without missing any.',
  immediately: 'Stop the earlier secret at once',
  immediatelyNote: 'For one that leaked. Events are refused until the receiver has the new one.',
  rotate: 'Make new secret',
  secret: 'New signing secret',
  once: 'Give it to the receiver. The menu of the endpoint shows it again.',
  saved: 'Done',
  storedHere: 'The receiver on this computer has the new secret.',
} as const;

export const TEST_EVENT = {
  title: 'Send a test event',
  event: 'Event',
  project: 'Project ID',
  projectNote: 'In the sample payload.',
  send: 'Send test event',
  sent: (message: string) => `Sent as ${message}.`,
  to: (address: string) => `To ${address}`,
  notTo: (address: string) => `Not to ${address}: it is disabled`,
} as const;

export const DELIVERIES = {
  none: 'Nothing was delivered yet.',
  table: 'Deliveries',
  columns: {
    time: 'Time',
    event: 'Event',
    endpoint: 'Endpoint',
    attempts: 'Attempts',
    result: 'Result',
    actions: 'Actions',
  },
  filter: 'Status',
  all: 'All',
  noneSuch: 'No such delivery.',
  more: 'Show more',
  never: '—',
  removed: 'Removed',
  status: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed', cancelled: 'Cancelled' },
  took: (status: number, ms: number) => `${status} in ${ms} ms`,
  next: (at: string) => `Next attempt ${at}`,
  earlier: (count: number) => countOf(count, 'earlier attempt'),
  resend: 'Resend',
  resent: 'The event is sent again, once.',
} as const;

export const RECEIVER_WORDS = {
  switch: 'Receive events on this computer',
  lead: 'Events make updates faster. Cleartake also checks the service itself, so a missed event loses nothing.',
  address: 'Address for this service',
  certificate: (file: string) => `Services trust its certificate when you give them this file: ${file}`,
  port: 'Port',
  proxy: 'Address of your own proxy or tunnel',
  proxyNote: 'Leave empty for HTTPS on this computer. With an address, the receiver speaks plain HTTP to the proxy.',
  proxyWrong: 'Enter an https address, or nothing.',
  save: 'Save',
  saved: 'Saved. Update the address at the service.',
  counts: (counted: number, refused: number) =>
    `${countOf(counted, 'event')} received, ${countOf(refused, 'request')} refused`,
  deliver: 'Deliver events here',
  ready: 'The signing secret of this service is stored.',
  notReady: 'Without a signing secret, every delivery is refused.',
  signing: 'Signing secret',
  signingNote: 'From the service’s own pages. It is stored like an API key and never shown.',
  store: 'Store secret',
  forget: 'Forget secret',
  arrived: 'Arrived',
  refused: 'Refused',
  times: (count: number) => `delivered ${count} times, counted once`,
  nothing: 'Nothing has arrived.',
} as const;
