/** What `cleartake webhooks` says: its help, its refusals, its reports. */

import { countOf } from '../../../../shared/domain/units.ts';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';

export const WEBHOOKS_HELP = {
  command: 'receive the webhooks of a service, and look after its endpoints',
  listen:
    'receive webhooks on this computer until you press Ctrl-C, and print each verified event once, as a line of JSON',
  port: 'port of 127.0.0.1 to listen on',
  http: 'plain HTTP, for a proxy or tunnel of yours that has TLS',
  publicUrl: 'where the service reaches that proxy; the path is also the one that is listened to',
  secretStdin: 'read the signing secret from standard input',
  list: 'list the endpoints of an account of Cleartake’s own service',
  configure: 'deliver the events of a key to an https address',
  mode: 'live for real events, test for test events only',
  events: 'event types, with commas between them',
  allEvents: 'all four',
  key: 'the API key whose events it gets: its id, or its label or prefix if only one key has that (default: the connection’s own)',
  newEvents: 'event types from now on, with commas between them',
  test: 'send a test event to the endpoints of the connection’s key',
  event: 'type of the event',
  sample: 'fields of its payload, as a JSON object',
  deliveries: 'show what became of messages, newest first',
  endpoint: 'only of this endpoint',
  message: 'only of this message',
  status: 'only with this status',
  limit: 'at most so many',
  resend: 'send one message again, once',
  recover: 'send again what an endpoint missed, of at most the last fourteen days',
  since: 'from this time on, such as 2026-11-22T09:00, or from so long ago, such as 24h or 5d',
  until: 'up to this time (default: now)',
  enable: 'deliver to an endpoint again; recover what it missed',
  disable: 'deliver nothing to an endpoint',
  update: 'change where an endpoint is, or which events it gets',
  url: 'https address of your receiver',
  newUrl: 'its https address from now on',
  remove: 'remove an endpoint for good, with its signing secret',
  yes: 'remove it: what is pending for it is never delivered',
  messages: 'list the events of an account with their payloads, newest first',
  ofKey: 'only of the API key with this id',
  secret: 'print the signing secret of an endpoint',
  rotate: 'make another one first; the one before stays valid for a day',
  atOnce: 'with --rotate: the one before stops at once, for one that leaked',
  secretFile: 'read the signing secret from this file; after a rotation, both secrets, one a line',
} as const;

export const WEBHOOKS_USAGE = {
  noSecret:
    'Set the endpoint’s signing secret in the environment variable CLEARTAKE_WEBHOOK_SECRET, or pass it with --secret-stdin or --secret-file. Never put it in the command itself, where everybody on this computer can read it.',
  notASecret: 'That isn’t a signing secret. It begins with whsec_.',
  secretFile: (file: string, code: string) => `The file ${file} can’t be read (${code}).`,
  publicUrl: 'Use an https address such as https://hooks.example.com/cleartake.',
  httpNeedsUrl: 'Plain HTTP is for your own proxy. Say with --public-url where the service reaches it.',
  listening:
    'Another `cleartake webhooks listen` uses this data folder. Stop it, or choose another one with --data-dir.',
  portTaken: (port: number) => `Port ${port} is already in use. Choose another one with --port.`,
  portForbidden: (port: number) => `Your account doesn’t have permission to use port ${port}. Choose one above 1023.`,
  sample: 'Use a JSON object, such as {"apiProjectId":"prj_1"}.',
  nothingToChange: 'Say what to change, with --url or --events.',
  removeNeedsYes:
    'This removes the endpoint for good, and what is pending for it is never delivered. Add --yes to do it.',
  atOnceNeedsRotate: '--at-once belongs to --rotate.',
  eventTypes: `Use one or more of ${EVENT_TYPES.join(',')}, with commas between them.`,
} as const;

export const WEBHOOKS = {
  secretPrompt: 'Signing secret (not shown): ',
  noEndpoints: 'No endpoints. Add one with `cleartake webhooks configure`.',
  endpointColumns: ['Id', 'Mode', 'State', 'Address', 'Events'],
  deliveryColumns: ['Message', 'Endpoint', 'Event', 'Status', 'Attempts', 'Last attempt', 'Outcome', 'Next attempt'],
  messageColumns: ['Id', 'Time', 'Mode', 'Event', 'Payload'],
  none: 'None.',
  allEvents: 'all',
  on: 'on',
  off: { manual: 'disabled', failing: 'disabled after failing for days' },
  failing: (since: string) => `failing since ${since}`,
  configured: (endpointId: string, address: string) => `${endpointId} receives at ${address}`,
  testSent: (messageId: string) => `Sent as ${messageId}.`,
  reached: (address: string, sent: boolean) => (sent ? `to ${address}` : `not to ${address}: it is disabled`),
  status: { pending: 'waiting', delivered: 'delivered', failed: 'failed', cancelled: 'cancelled' },
  resent: 'The message is sent again, once.',
  recovered: (count: number) => `${countOf(count, 'message is', 'messages are')} sent again.`,
  updated: 'The endpoint is changed.',
  removed: 'The endpoint is removed, with its signing secret.',
  enabled: (on: boolean) =>
    on
      ? 'The endpoint is enabled. Send what it missed with `cleartake webhooks recover`.'
      : 'The endpoint is disabled: it gets nothing until you enable it. What it misses can be recovered for fourteen days.',
} as const;
