/** What `cleartake webhooks` says: its help, its refusals, its reports. */

import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';

export const WEBHOOKS_HELP = {
  command: 'receive the webhooks of a service, and look after its endpoints',
  listen:
    'receive webhooks on this computer until you press Ctrl-C, and print each verified event once, as a line of JSON',
  port: 'port of 127.0.0.1 to listen on',
  http: 'plain HTTP, for a proxy or tunnel of yours that has TLS',
  publicUrl: 'where the service reaches that proxy; the path is also the one that is listened to',
  secretStdin: 'read the signing secret from standard input',
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
  eventTypes: `Use one or more of ${EVENT_TYPES.join(',')}, with commas between them.`,
} as const;

export const WEBHOOKS = {
  secretPrompt: 'Signing secret: ',
} as const;
