/** Why the receiver of webhooks refused a request, and what a person can do about it. */

export const WEBHOOK_REFUSALS = [
  'signature',
  'timestamp',
  'headers',
  'repeated',
  'unreadable',
  'too-large',
  'method',
  'path',
  'http',
  'late',
  'busy',
  'connection',
  'secret',
  'store',
] as const;

export type WebhookRefusal = (typeof WEBHOOK_REFUSALS)[number];

/** One sentence each. None repeats anything of the request, which a stranger may have sent. */
export const WEBHOOK_REFUSAL_WORDS: Readonly<Record<WebhookRefusal, string>> = {
  signature:
    'The signature doesn’t match. The signing secret may have been rotated, or the request didn’t come from the service.',
  timestamp:
    'The timestamp is more than five minutes off. Check the clocks of both computers; it may also be a replay.',
  headers: 'The headers of a webhook are missing or malformed.',
  repeated: 'A header of the webhook came twice.',
  unreadable: 'The signature is right, but the body isn’t an event.',
  'too-large': 'The body is larger than an event can be.',
  method: 'The request wasn’t a POST.',
  path: 'Nothing receives webhooks at this path. Check the address in the configuration.',
  http: 'The request wasn’t valid HTTP.',
  late: 'The request took too long to arrive.',
  busy: 'Too many deliveries arrived at once. The service tries again.',
  connection: 'The connection failed before a request arrived. The sender may not trust the certificate.',
  secret: 'There is no usable signing secret. Enter the one of the endpoint.',
  store: 'Cleartake couldn’t save what arrived. The service tries again.',
};
