/** Words of the connections. */

import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { ConnectionColor } from '../../../shared/domain/connections/marks.ts';
import { countOf } from '../../../shared/domain/units.ts';
import type { HeaderStyle } from '../../../shared/service-api/routes.ts';

const CONNECTION_TABS = ['overview', 'keys', 'webhooks', 'account', 'rehearsal'] as const;

export const CONNECTIONS = {
  title: 'Connections',
  lead: 'Where recordings are restored. One of them is used for new recordings.',
  tabs: {
    overview: 'Overview',
    keys: 'API keys',
    webhooks: 'Webhooks',
    account: 'Account',
    rehearsal: 'Rehearsal',
  } satisfies Record<ConnectionTab, string>,
  add: 'Add service',
  selected: 'Used for new recordings',
  select: 'Use for new recordings',
  test: 'Test',
  testing: 'Testing…',
  untested: {
    'built-in': 'Not tested since Cleartake was opened.',
    remote: 'Not tested since Cleartake was opened. A test uploads nothing and is free.',
  } satisfies Record<ConnectionView['kind'], string>,
  priced: 'Its prices are set.',
  unpriced: 'Its prices aren’t all set: quotes say “unknown” until they are.',
  again: 'Look again',
  remove: 'Remove',
  removal: 'Removal',
  builtIn: 'Runs inside Cleartake: no account, no network, no cost.',
  noPrice: 'Not set',
  cap: 'Caps',
  caps: 'Caps…',
  capADay: (usd: string) => `${usd} USD a day`,
  capAMonth: (usd: string) => `${usd} USD a month`,
  price: (usdPerMinute: number) => `${usdPerMinute} USD per minute`,
  address: 'Address',
  key: 'API key',
  keyStored: {
    keychain: 'Stored, never shown',
    file: 'Stored, never shown',
    memory: 'Remembered until Cleartake closes',
  },
  keyMissing: 'Missing',
  edit: 'Edit…',
  editTitle: (name: string) => `Edit ${name}`,
  changeKey: 'Replace key…',
  enterKey: 'Enter key…',
  headerLabel: 'Key header',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'Its key is deleted. Finished results and the history stay.',
  keep: 'Keep',
} as const;

/** What stands below a name in the list. */
export const LIST = {
  free: 'Free',
  aMinute: (usd: readonly string[]) => `${usd.join(' and ')} USD a minute`,
  noPrices: 'No prices set',
  onHold: 'On hold',
  silent: 'Not answering',
  key: { missing: 'No API key', refused: 'Key rejected' },
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

export const STATE_MARK = {
  fact: 'Color and label',
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

export const CONNECTION_FORM = {
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
  next: 'Next, Cleartake tests address, key and paths. Nothing is created, uploaded or charged.',
  paths: { createProject: 'Path that creates projects', listProjects: 'Path that lists projects' },
  badPath: 'Enter a path that begins with /, as the service states it.',
  billingPage: 'Billing page (optional)',
  billingPageHint: 'Where you update your billing. If the service pauses because of a payment, one click opens it.',
  billingPageExample: 'https://example.com/billing',
  badPage: 'Enter a complete address that starts with https:// (or http:// on this computer).',
  prices: 'Prices (USD)',
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

export const SECRET = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Your browser didn’t let Cleartake copy it. Select it and copy it yourself.',
} as const;

export const PROJECTS = {
  fact: 'Projects',
  factNote: 'Made elsewhere, or lost here: bring them in with their results, free.',
  open: 'Look for projects…',
  title: (service: string) => `Projects at ${service}`,
  lead: 'Projects that were made elsewhere, or lost here, can be brought in with their results. Nothing is started, and nothing is charged.',
  looking: (looked: number, of: number) => (of === 0 ? 'Reading the list…' : `Looked at ${looked} of ${of}…`),
  stop: 'Stop looking',
  none: (known: number) =>
    known === 0
      ? 'The service has no projects.'
      : `Nothing is missing: ${countOf(known, 'project')} of the service ${known === 1 ? 'is' : 'are'} here.`,
  found: (count: number) => `${countOf(count, 'project')} that ${count === 1 ? 'isn’t' : 'aren’t'} here`,
  all: 'All',
  download: 'Download their results now',
  downloadNote: 'Otherwise they wait on the desk, paused, until you resume them.',
  bringIn: (count: number) => (count === 0 ? 'Bring in' : `Bring in ${count}`),
  chooseFirst: 'Select at least one project.',
  nothingFound: 'There is nothing to bring in.',
  stillLooking: 'Cleartake is still looking.',
  done: (count: number) =>
    count === 0
      ? 'They were here already.'
      : `${countOf(count, 'recording')} brought in. ${count === 1 ? 'It is' : 'They are'} on the desk.`,
  close: 'Close',
} as const;

export type ConnectionTab = (typeof CONNECTION_TABS)[number];

/** Which tabs a connection has: the built-in service has no keys to look after, and only Cleartake's own services rehearse. */
export function tabsOf({ kind, rehearsal }: Pick<ConnectionView, 'kind' | 'rehearsal'>): readonly ConnectionTab[] {
  return CONNECTION_TABS.filter(
    (tab) => (tab !== 'keys' || kind === 'remote') && (tab !== 'rehearsal' || rehearsal !== 'none'),
  );
}
