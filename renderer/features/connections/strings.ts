/** Words of the connections. */

import type { ConnectionColor } from '../../../shared/domain/connection-marks.ts';
import { countOf } from '../../../shared/domain/units.ts';
import type { HeaderStyle } from '../../../shared/service-api/routes.ts';

export const CONNECTIONS = {
  title: 'Connections',
  lead: 'Where recordings are restored. New recordings use the selected service.',
  add: 'Add service',
  selected: 'Selected',
  select: 'Select',
  test: 'Test',
  testing: 'Testing…',
  priced: 'Its prices are set.',
  unpriced: 'Its prices aren’t all set: quotes say “unknown” until they are.',
  remove: 'Remove',
  builtIn: 'Runs inside Cleartake: no account, no network, no cost.',
  noPrice: 'not set',
  cap: 'Cap',
  caps: 'Caps…',
  capADay: (usd: string) => `${usd} USD a day`,
  capAMonth: (usd: string) => `${usd} USD a month`,
  price: (usdPerMinute: number) => `${usdPerMinute} USD per minute`,
  key: 'API key',
  keyStored: { keychain: 'stored, never shown', file: 'stored, never shown', memory: 'kept until Cleartake closes' },
  keyMissing: 'missing',
  edit: 'Edit…',
  editTitle: (name: string) => `Edit ${name}`,
  changeKey: 'Replace key…',
  enterKey: 'Enter key…',
  headerLabel: 'Key header',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'Its key is deleted. Finished results and the history stay.',
  keep: 'Keep',
} as const;

/** Why a connection can't be removed yet. */
export const NEEDED = {
  title: (name: string) => `${name} is still in use`,
  begun: (count: number) =>
    count === 1
      ? '1 recording in the queue isn’t finished there. Let it finish or cancel it first.'
      : `${count} recordings in the queue aren’t finished there. Let them finish or cancel them first.`,
  held: (usd: string) => `${usd} USD is held for work in progress.`,
  notStarted: (count: number) =>
    count === 1
      ? '1 recording that you haven’t started uses this connection. Remove it from the queue first.'
      : `${countOf(count, 'recording')} that you haven’t started use this connection. Remove them from the queue first.`,
  toDesk: 'Go to Desk',
} as const;

export const HEADER_LABELS: Readonly<Record<HeaderStyle, string>> = {
  bearer: 'Authorization: Bearer …',
  'x-api-key': 'x-api-key: …',
  'xi-api-key': 'xi-api-key: …',
};

export const MARK = {
  open: 'Color and label…',
  title: (name: string) => `Color and label of ${name}`,
  color: 'Color',
  colors: {
    none: 'None',
    blue: 'Blue',
    cyan: 'Cyan',
    lime: 'Lime',
    orange: 'Orange',
    brown: 'Brown',
    pink: 'Pink',
    violet: 'Violet',
    gray: 'Gray',
  } satisfies Record<ConnectionColor | 'none', string>,
  label: 'Label (optional)',
  labelExample: 'studio, test, client…',
} as const;

export const FORM = {
  title: 'New service',
  name: 'Name',
  baseUrl: 'Address',
  baseUrlHint: 'The part before /v1, as the service states it',
  baseUrlExample: 'https://api.example.com',
  header: 'Key header',
  key: 'API key',
  nameMissing: 'Enter a name, for example the service’s own.',
  keyMissing: 'Enter the API key. The service shows it in your account there.',
  movedNote:
    'A key is sent only to the host it was entered for. Enter the key, prices and billing page of the new one. Everything else stays.',
  next: 'Next, Cleartake tests address and key. Nothing is uploaded, and nothing is charged.',
  billingPage: 'Billing page (optional)',
  billingPageHint: 'Where you update your billing. If the service pauses because of a payment, one click opens it.',
  billingPageExample: 'https://example.com/billing',
  badPage: 'Enter a complete address that starts with https:// (or http:// on this computer).',
  prices: 'Prices in USD',
  pricesHint: 'What the service charges. If you leave a price empty, quotes say “unknown”.',
  perMinute: 'per minute',
  perSecond: 'per second',
  noPrice: '—',
  save: 'Add service',
  change: 'Save changes',
  addressProblems: {
    noScheme: 'Start the address with https://.',
    plain: 'Keys are sent over https:// only. Plain http:// works on this computer alone.',
    incomplete: 'Enter a complete address that starts with https:// (or http:// on this computer).',
    credentials: 'Remove the user name and password from the address. The API key is enough.',
    extra: 'Remove ? or # and everything after it from the address.',
  },
  badPrice: 'Enter a number such as 0.012.',
} as const;

export const SECRET = { copy: 'Copy', copied: 'Copied' } as const;
