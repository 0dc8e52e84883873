/** Words of the connections. */

import { countOf } from '../../../shared/domain/units.ts';
import type { HeaderStyle } from '../../../shared/service-api/routes.ts';

export const CONNECTIONS = {
  title: 'Connections',
  lead: 'Where recordings are restored. The one in use takes everything that is added from now on.',
  add: 'Add a service',
  inUse: 'In use',
  use: 'Use this one',
  test: 'Test',
  remove: 'Remove',
  builtIn: 'The complete service runs inside Cleartake: no account, no network, no cost.',
  prices: 'Prices',
  noPrice: 'not set',
  key: 'API key',
  keyStored: { keychain: 'stored, never shown', file: 'stored, never shown', memory: 'kept until Cleartake closes' },
  edit: 'Edit…',
  editTitle: (name: string) => `Edit ${name}`,
  keyMissing: 'missing',
  changeKey: 'Replace key…',
  enterKey: 'Enter key…',
  headerLabel: 'Key is sent as',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'Its key is forgotten. Finished results and the history stay.',
  inUseTitle: (name: string) => `${name} is still needed`,
  begun: (count: number) =>
    `${countOf(count, 'recording')} on the queue ${count === 1 ? 'is' : 'are'} not finished there. Let ${count === 1 ? 'it' : 'them'} finish, or cancel ${count === 1 ? 'it' : 'them'}, before the connection is removed.`,
  toDesk: 'Go to the desk',
  heldThere: (usd: string) => `${usd} USD are held for what the service has begun.`,
  notStarted: (count: number) =>
    `${countOf(count, 'recording')} that ${count === 1 ? 'waits' : 'wait'} for Start ${count === 1 ? 'was' : 'were'} added for it. Remove ${count === 1 ? 'it' : 'them'} from the queue first.`,
  keep: 'Keep it',
} as const;

export const HEADER_LABELS: Readonly<Record<HeaderStyle, string>> = {
  bearer: 'Authorization: Bearer …',
  'x-api-key': 'x-api-key: …',
  'xi-api-key': 'xi-api-key: …',
};

export const FORM = {
  title: 'Add a service',
  name: 'Name',
  baseUrl: 'Address',
  baseUrlHint: 'Everything before /v1, as the service tells you',
  header: 'How the key is sent',
  key: 'API key',
  prices: 'Prices in USD',
  pricesHint: 'As the service charges them; empty when you do not know. Quotes then say “unknown”.',
  perMinute: 'a minute',
  perSecond: 'a second',
  save: 'Add it',
  change: 'Keep the changes',
  addressProblems: {
    incomplete: 'This is not a complete address. It begins with https:// (or http:// on this computer).',
    credentials: 'Names and passwords do not belong in the address: the key alone opens the service.',
    extra: 'The address of a service has no ? and no # in it.',
  },
  badPrice: 'A price is a number like 0.012, or empty.',
} as const;
