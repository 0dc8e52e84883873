/** Words of the desk, except those of the batch bar and of a job's state. */

import type { Priority } from '../../../shared/domain/queue-order.ts';
import type { FilterName } from '../../state/view-store.ts';

/** The heading of the page, and its name in the navigation. */
export const DESK_TITLE = 'Desk';

const FORMATS = 'WAV, MP3, M4A, FLAC, OGG, Opus and video. Your originals are never changed.';

export const EMPTY = {
  title: 'Drop recordings or folders here',
  text: 'Cleartake removes noise, hum and room from speech, and lets you hear before and after side by side.',
  formats: FORMATS,
  samplesTitle: 'No recording at hand?',
  samplesText: (count: number) =>
    `${count === 3 ? 'Three' : count} short recordings come with Cleartake: a noisy room, a hum, an echo.`,
  samplesAction: 'Restore the samples',
  promises: [
    ['Free on this computer', 'The built-in service restores here, with no account and no network.'],
    ['Never paid twice', 'Every start is written down before it is sent, and settled before it is repeated.'],
    ['Nothing gets lost', 'Close the window, pull the plug: the queue goes on where it was.'],
  ],
} as const;

export const ADD_STRIP = {
  title: 'Drop recordings or folders anywhere in this window',
  note: FORMATS,
} as const;

export const TABLE = {
  label: 'Queue',
  recording: 'Recording',
  length: 'Length',
  stage: 'Stage',
  left: 'Time left',
  cost: 'Cost, USD',
  selectAll: 'Select all',
  select: (name: string) => `Select ${name}`,
  menu: (name: string) => `Menu of ${name}`,
  none: 'No recording fits this filter.',
  search: 'Find by name',
  clearSearch: 'Clear the search',
  selected: (count: number) => `${count} selected`,
  clear: 'Clear selection',
} as const;

export const FILTER_LABELS: Readonly<Record<FilterName, string>> = {
  all: 'All',
  waiting: 'Waiting',
  active: 'In work',
  done: 'Done',
  attention: 'Needs you',
  cancelled: 'Cancelled',
};

export const PRIORITY_LABELS: Readonly<Record<Priority, string>> = { high: 'First', normal: 'Normal', low: 'Last' };

export const MOVE = {
  menu: 'Order',
  top: 'To the top',
  bottom: 'To the bottom',
  priority: 'Priority',
  several: (count: number) => `${count} recordings`,
  becomes: (label: string) => `becomes “${label}”`,
  /** Said to people who listen to the screen. */
  moved: (name: string, place: number, of: number, priority: Priority | null) =>
    `${name}: now at place ${place} of ${of}.${priority === null ? '' : ` Priority: ${PRIORITY_LABELS[priority]}.`}`,
  prioritized: (name: string, priority: Priority) => `${name}: priority ${PRIORITY_LABELS[priority]}.`,
} as const;

export const RETRY_FAILED = {
  action: (count: number) => `Retry ${count} failed`,
  cost: (usd: string) => `about ${usd} USD`,
  unknown: 'cost unknown',
} as const;

export const BILLING = {
  title: (connection: string) => `${connection} starts nothing at present`,
  goesOn: (count: number) =>
    `${count === 1 ? '1 recording waits' : `${count} recordings wait`}; Cleartake asks again every minute.`,
  tryNow: 'Try now',
} as const;

export const KEY = {
  title: {
    missing: (connection: string) => `${connection} has no API key`,
    refused: (connection: string) => `${connection} does not accept the API key`,
  },
  safe: 'Nothing was lost, and nothing is sent until a key is there that serves.',
  forgotten: 'This computer offers no key store: the key is asked for again after each start. Nothing was lost.',
  goesOn: (count: number) => {
    if (count === 0) return 'What is started waits for it.';
    return count === 1
      ? '1 recording waits, and goes on by itself.'
      : `${count} recordings wait, and go on by themselves.`;
  },
  enter: 'Enter key…',
} as const;

export const ACTION_LABELS = {
  start: 'Start',
  pause: 'Pause',
  resume: 'Resume',
  'try-now': 'Try now',
  retry: 'Retry',
  cancel: 'Cancel',
  remove: 'Remove',
  compare: 'Compare',
  'accept-truncated': 'Restore this part',
  answer: 'Answer…',
  'check-again': 'Check again',
  'start-again': 'Start again…',
  reveal: 'Show in folder',
  details: 'Details…',
  'enter-key': 'Enter key…',
  connections: 'Open Connections',
} as const;

export const REMOVE = {
  title: (count: number) => (count === 1 ? 'Remove this recording?' : `Remove ${count} recordings?`),
  restored: 'What was restored stays in History, with its results and what it cost.',
  notRestored: (count: number, all: number) => {
    if (all === 1) return 'It was not restored yet. To restore it after all, add it again.';
    const who = count === all ? 'None of them' : count === 1 ? 'One of them' : `${count} of them`;
    return count === all
      ? `${who} was restored yet. To restore them after all, add them again.`
      : `${who} ${count === 1 ? 'was' : 'were'} not restored yet. To restore ${count === 1 ? 'it' : 'them'} after all, add ${count === 1 ? 'it' : 'them'} again.`;
  },
  begun: 'What the service has begun goes on, and may be billed. Adding the recording again takes it over.',
  originals: 'Your original files are not touched.',
  staying: (count: number) => `${count} ${count === 1 ? 'was' : 'were'} begun and ${count === 1 ? 'stays' : 'stay'}.`,
  inWork: 'What was begun is cancelled first, then removed.',
  confirm: 'Remove',
  keep: 'Keep',
} as const;

export const CANCELLED = {
  free: 'The service finishes what it has begun. On this computer that is free.',
  billed: 'The service finishes what it has begun, and may bill it.',
} as const;

export const ASK = {
  question: 'Was it started?',
  sent: (moment: string) => `Sent ${moment}, the answer was lost.`,
  atStake: (usd: string) => `${usd} USD at stake.`,
  untilYouSay: 'Nothing is started again without your word.',
  explained:
    'What became of this start is not known: its answer was lost on its way, or the service says that it does not know it any more. The service’s own list was looked through afterwards: it proves neither that it was started nor that it was not. Nothing is started again, and nothing is paid twice, unless you say so.',
  facts: { recording: 'Recording', model: 'Model', sent: 'Sent', atStake: 'At stake', checked: 'Checked' },
  checked: 'The service’s own list',
  free: 'nothing, it is free',
  unknown: 'not known: the connection has no price',
  amount: (usd: string) => `about ${usd} USD`,
  check: 'Check again',
  checkNote: 'Looks at the list once more. Costs nothing.',
  againNote: 'If the first one did arrive, it is charged twice.',
  againNoteFree: 'On this computer that costs nothing.',
  startAgain: (usd: string | null) => (usd === null ? 'Start again' : `Start again for about ${usd} USD`),
} as const;

export const DETAILS = {
  title: 'Details',
  added: 'Added',
  finished: 'Finished',
  size: 'Size',
  length: 'Length',
  connection: 'Connection',
  savedTo: 'Saved to',
  sound: 'Sound:',
  silent: 'silence',
  limited: 'peaks limited',
  billed: 'Billed',
  reused: 'From history, not paid again',
  code: 'For support',
  inLibrary: 'Kept in the library. Save it from the menu of the row.',
  noFolders: 'A browser cannot open folders. Copy the path and open it in your file manager.',
  copy: 'Copy the path',
  copied: 'Copied',
} as const;

/** Titles of the notices; their sentences come from the desk. */
export const NOTICES = {
  labels: {
    recovered: 'Your data was brought back',
    rebuilt: 'Your data was rebuilt',
    unbacked: 'Backups cannot be written',
  },
  dismiss: 'OK',
} as const;
