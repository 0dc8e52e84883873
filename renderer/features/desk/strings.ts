/** Words of the desk, except those of the batch bar, of the actions of a row and of a job's state. */

import { COULD_BE_BETTER } from '../../../shared/domain/quality/strings.ts';
import type { Priority } from '../../../shared/domain/queue-order.ts';
import { countOf } from '../../../shared/domain/units.ts';
import { amountOfAudio, inSentence } from '../../components/text/format.ts';
import type { SortColumn } from '../../state/rows/sorting.ts';
import type { FilterName } from '../../state/view-store.ts';

/** The heading of the page, and its name in the navigation. */
export const DESK_TITLE = 'Desk';

export const EMPTY = {
  title: 'Drop recordings or folders here',
  text: 'Cleartake removes noise, hum and reverb from speech and lets you compare before and after.',
  formats: 'WAV, MP3, M4A, AIFF, FLAC, OGG, Opus, video and more. Your originals are never changed.',
  formatsInBrowser:
    'WAV, MP3, M4A, AIFF, FLAC, OGG, Opus, video and more. Paste a path to add it without a copy; results can then go next to it.',
  samplesTitle: 'No recording at hand?',
  samplesText: (count: number) =>
    `${count === 3 ? 'Three' : count} short recordings come with Cleartake: a noisy room, a hum and an echo.`,
  samplesAction: 'Restore the samples',
  promises: [
    ['Free on this computer', 'The built-in service needs no account and no network.'],
    ['Never paid twice', 'Cleartake records every start before it is sent and checks it before a retry.'],
    ['Nothing gets lost', 'Close the window or lose power: the queue continues where it stopped.'],
  ],
} as const;

export const QUEUE_TABLE = {
  measuring: 'measuring…',
  measuringWhy: 'Being measured: the length in its header may be wrong, and it decides the price.',
  label: 'Queue',
  actions: 'Actions',
  selectAll: 'Select all',
  select: (name: string) => `Select ${name}`,
  menu: (name: string) => `Actions for ${name}`,
  none: 'No recordings match this filter.',
  search: 'Find by name or folder',
  searchHint: 'Find recordings',
  clearSearch: 'Clear search',
  filters: 'Filters',
  bulk: 'Selected recordings',
  more: 'More',
  selectedOf: (count: number, of: number) => `${count} of ${of} selected`,
  clear: 'Clear selection',
} as const;

/** What rows are sorted by. */
export const QUEUE_COLUMNS: Readonly<Record<SortColumn, string>> = {
  length: 'Length',
  recording: 'Recording',
  stage: 'Progress',
  cost: 'Cost (USD)',
};

/** Where a heading has another name than what it sorts by, or sorts by nothing. */
export const HEADINGS = { length: 'Sound', models: 'Models' } as const;

/** What a recording is. */
export const FACTS = {
  video: 'video',
  channels: (count: number) => (count === 1 ? 'mono' : count === 2 ? 'stereo' : `${count} channels`),
  /** @param rate in Hz */
  rate: (rate: number) => `${rate / 1000} kHz`,
} as const;

export const SORT = {
  /** Button: back to the queue's own order. */
  manual: 'Manual order',
  isManual: 'Manual order.',
  by: (column: string) => `Sort by ${inSentence(column)}`,
  sorted: (column: string, descending: boolean) =>
    `Sorted by ${inSentence(column)}, ${descending ? 'descending' : 'ascending'}.`,
  /** Button: the rows' present order becomes the queue's own. */
  keep: 'Keep this order',
  keepNote: 'Makes this the queue’s own order: recordings start in it, within their priority.',
  kept: 'The queue now has this order.',
  isBack: 'The earlier order is back.',
  /** Why a row can't be moved. */
  inTheWay: (column: string) => `Rows are sorted by ${inSentence(column)}. Go back to manual order to move them.`,
} as const;

export const STAGE = {
  /** Of a row's time, on hovering and for screen readers. */
  left: 'left',
  /** The service gave it in another file type; the details say which. */
  otherType: 'other file type',
} as const;

/** Recordings that were added out of view. */
export const ADDED = {
  show: (count: number) => `${count} added · Show`,
} as const;

/** Recordings that had ended before the last Start. */
export const FOLDED = {
  show: (count: number) => `${count} finished earlier · Show`,
} as const;

/** Commands for the whole queue. */
export const QUEUE = {
  pause: 'Pause all',
  resume: 'Resume all',
  clearFinished: 'Clear finished',
  clearNote: 'Removes done and cancelled recordings from the queue. Results stay in History.',
} as const;

/** How the queue works and looks. */
export const OPTIONS = {
  title: 'Queue options',
  atOnce: 'At the same time',
  stages: { uploads: 'Uploads', restorations: 'Restorations on this computer', downloads: 'Downloads' },
  automatic: 'Auto',
  note: 'Takes effect at once. Services decide themselves how many restorations they run.',
  rows: 'Rows',
  densities: { compact: 'Compact', comfortable: 'Comfortable' },
} as const;

export const FILTER_LABELS: Readonly<Record<FilterName, string>> = {
  all: 'All',
  active: 'Running',
  startable: 'Ready',
  waiting: 'Waiting',
  done: 'Done',
  'to-hear': 'To hear',
  'could-be-better': COULD_BE_BETTER,
  attention: 'Attention',
  cancelled: 'Cancelled',
};

export const PRIORITY_LABELS: Readonly<Record<Priority, string>> = { high: 'High', normal: 'Normal', low: 'Low' };

export const QUEUE_ORDER = {
  top: 'Move to top',
  bottom: 'Move to bottom',
  priority: 'Priority',
  several: (count: number) => `${count} recordings`,
  newPriority: (priority: Priority) => `${PRIORITY_LABELS[priority]} priority`,
  /** For screen readers. */
  moved: (name: string, position: number, of: number, priority: Priority | null) =>
    `${name} moved to position ${position} of ${of}.${priority === null ? '' : ` Priority: ${PRIORITY_LABELS[priority]}.`}`,
  prioritized: (name: string, priority: Priority) => `${name}: priority ${PRIORITY_LABELS[priority]}.`,
} as const;

export const RETRY_FAILED = {
  action: (count: number) => `Retry ${count} failed`,
  cost: (usd: string) => `about ${usd} USD`,
  unknown: 'cost unknown',
} as const;

export const BILLING_BANNER = {
  title: (connection: string) => `${connection} has paused new restorations`,
  waiting: (count: number) =>
    `${countOf(count, 'recording')} ${count === 1 ? 'is' : 'are'} waiting. Cleartake checks again every minute.`,
  tryNow: 'Try now',
  ownHold:
    'Its account is on hold. Nothing was lost. Lift the hold to continue; restoring on this computer stays free.',
  lift: 'Lift hold',
  open: 'Open billing',
} as const;

export const KEY = {
  title: {
    missing: (connection: string) => `${connection} has no API key`,
    refused: (connection: string) => `${connection} rejected the API key`,
  },
  safe: 'Nothing was lost. Recordings wait until you enter a working key.',
  forgotten:
    'This computer has no secure key storage. Cleartake asks for the key each time it starts. Nothing was lost.',
  waiting: (count: number) => {
    if (count === 0) return 'Recordings that you start wait for it.';
    return count === 1
      ? '1 recording is waiting and continues automatically.'
      : `${count} recordings are waiting and continue automatically.`;
  },
  enter: 'Enter key…',
} as const;

export const REMOVE = {
  title: (count: number) => (count === 1 ? 'Remove this recording?' : `Remove ${count} recordings?`),
  restored: 'Finished results and their cost stay in History.',
  notRestored: (count: number, all: number) => {
    if (all === 1) return 'It hasn’t been restored yet. To restore it later, add it again.';
    if (count === all) return 'None of them has been restored yet. To restore them later, add them again.';
    return count === 1
      ? 'One of them hasn’t been restored yet. To restore it later, add it again.'
      : `${count} of them haven’t been restored yet. To restore them later, add them again.`;
  },
  begun: 'Work already in progress continues and may be billed. Add the recording again to reclaim its result.',
  originals: 'Your original files aren’t touched.',
  staying: (count: number) => `${countOf(count, 'recording')} in progress ${count === 1 ? 'stays' : 'stay'}.`,
  inProgress: 'Cancel recordings in progress before you remove them.',
  confirm: 'Remove',
  keep: 'Keep',
  removed: (count: number) => `Removed ${countOf(count, 'recording')}.`,
  restoredRows: (count: number) => `${countOf(count, 'recording')} ${count === 1 ? 'is' : 'are'} back.`,
} as const;

export const CANCELLED = {
  free: 'Stopped. Nothing to pay.',
  billed: 'The service finishes work already in progress and may bill it.',
} as const;

export const ASK = {
  question: 'Was it started?',
  sent: (moment: string) => `Sent ${moment}, no answer received.`,
  atRisk: (usd: string) => `Up to ${usd} USD could be charged twice.`,
  untilYouDecide: 'Nothing starts again until you decide.',
  explained:
    'We don’t know whether this restoration started: the answer was lost, or the service no longer knows it. The service’s list doesn’t settle it either. Nothing starts again, and nothing is paid twice, until you decide.',
  facts: { recording: 'Recording', model: 'Model', sent: 'Sent', atRisk: 'Possible double charge', checked: 'Checked' },
  model: (model: string, connection: string) => `${model} · ${connection}`,
  checked: 'The service’s list',
  free: 'none, it’s free',
  unknown: 'unknown: the connection has no price',
  amount: (usd: string) => `about ${usd} USD`,
  check: 'Check again',
  checkNote: 'Reads the service’s list once more. Free.',
  againNote: 'If the first start did arrive, you may be charged twice.',
  againNoteFree: 'On this computer that’s free.',
  startAgain: (usd: string | null) => (usd === null ? 'Start again' : `Start again for about ${usd} USD`),
} as const;

/** Of recordings that end early. */
export const REPAIR = {
  title: (count: number, name: string) => (count === 1 ? `Repair ${name}` : `Repair ${countOf(count, 'recording')}`),
  /** @param isCut whether they end early */
  lead: (count: number, isCut: boolean) => {
    const what = isCut
      ? count === 1
        ? 'The file ends before its header says, as when a copy or download stops or a recorder loses power.'
        : 'These files end before their headers say, as when a copy or download stops or a recorder loses power.'
      : 'Parts of the file can’t be decoded, as when a card or disk is failing. Silence stands in their place, so that everything stays in time.';
    return `${what} If the whole is still on the recorder or card, copy it again and retry instead.`;
  },
  there: 'Can be restored',
  /** @param there,whole as `12:30` */
  thereOf: (there: string, whole: string) => `0:00 to ${there}, of the ${whole} that the header says`,
  thereShort: (there: string, whole: string) => `${there} of ${whole}`,
  gaps: 'Damaged',
  gapsAt: (places: readonly string[], more: number) =>
    `${places.join(', ')}${more === 0 ? '' : ` and ${countOf(more, 'more place')}`}: silence stands there, in time`,
  missing: 'Missing',
  missingFrom: (span: string) => `${span}: not in the file`,
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  list: 'What is there',
  nothing: 'There is nothing to repair anymore.',
  costCountedFirst: 'What it costs is counted before anything is sent.',
  reusable: 'A result for this is in the history and used again.',
  go: 'Restore what is there',
} as const;

export const DETAILS = {
  added: 'Added',
  finished: 'Finished',
  size: 'Size',
  length: 'Length',
  format: 'Format',
  connection: 'Connection',
  recording: 'Recording:',
  savedTo: 'Saved to',
  sound: (words: string) => `Sound: ${words}`,
  amount: (usd: string) => `${usd} USD`,
  billed: 'Billed',
  reused: 'From history, not charged again',
  code: 'For support:',
  inLibrary: 'Kept in the library. To save it, use the menu of the row.',
  noFolders: 'A browser can’t open folders. Copy the path and open it in your file manager.',
  copy: 'Copy path',
  copied: 'Copied',
} as const;

/** The current recording, beside the rows. */
export const INSPECTOR = {
  title: 'Inspector',
  none: 'Choose a recording to see and hear it here.',
  takes: 'Takes',
  play: 'Play',
  pause: 'Pause playback',
  change: 'Switch',
  open: 'Open in Listen',
  matched: (gain: number) => `matched ${gain < 0 ? '−' : '+'}${Math.abs(gain).toFixed(1)} dB`,
  recording: 'Recording',
  output: 'Output',
  earlier: 'Earlier output',
  inLibrary: 'kept in Cleartake’s library, no file saved',
  changed: 'Changed',
  settings: 'Settings',
  connection: 'Service',
  cost: 'Cost',
  note: 'Note',
} as const;

/** The line that says what there is to say. */
export const STATUS_LINE = {
  /** @param seconds of sound */
  summary: (recordings: number, seconds: number) =>
    [countOf(recordings, 'recording'), ...(seconds > 0 ? [amountOfAudio(seconds)] : [])].join(' · '),
  ready: (count: number) =>
    `${countOf(count, 'recording')} ${count === 1 ? 'is' : 'are'} ready. Start restores ${count === 1 ? 'it' : 'them'}; originals are never changed.`,
  more: (count: number) => `${count} more`,
  sheet: 'More messages',
} as const;

export const FAILURES = {
  label: 'Failed recordings',
  several: (count: number) => `${count} failed`,
  last: (name: string) => `Last ${name}:`,
} as const;

/** The end of a batch. */
export const RUN_SUMMARY = {
  title: 'Batch finished',
  doneOf: (done: number, all: number) => (done === all ? `${done} done` : `${done} of ${all} done`),
  today: (time: string) => time,
  when: (moment: string, time: string) => `finished ${moment}, took ${time}`,
  failed: (count: number) => (count === 1 ? '1 needs attention' : `${count} need attention`),
  toReview: (count: number) => `${count} to review`,
  cancelled: (count: number) => `${count} cancelled`,
  charged: (usd: string) => `${usd} USD charged`,
  quoted: (usd: string) => `quoted ${usd} at most`,
  unpriced: (count: number) => `price unknown for ${count} more`,
  free: 'free',
  saved: (usd: string, results: number) => `${usd} USD saved by ${countOf(results, 'result')} from history`,
  reused: (results: number) => `${countOf(results, 'result')} from history at no charge`,
  paidAgain: (count: number) => `${count} paid again`,
  delivered: (files: number) =>
    files === 0 ? 'kept in Cleartake’s library, no files saved' : `${countOf(files, 'file')} saved`,
  savedIn: (files: number, folder: string, others: number) =>
    `${countOf(files, 'file')} in ${folder}${others === 0 ? '' : ` and ${countOf(others, 'other folder')}`}`,
  showFailed: 'Show what failed',
  /** @param unheard 0 when all were heard */
  listen: (unheard: number) => (unheard === 0 ? 'Listen' : `Listen to ${unheard}`),
  costs: 'Costs',
  costsNamed: 'Costs of this batch',
  open: 'Show in folder',
  copy: 'Copy path',
  copied: 'Copied',
  dismiss: 'Dismiss the summary',
} as const;

/** Titles of the notices; their sentences come from the desk. */
export const NOTICES = {
  labels: {
    recovered: 'Your data was recovered',
    rebuilt: 'Your data was rebuilt',
    unbacked: 'Backups can’t be written',
    settings: 'Some settings were damaged',
    unmoved: 'The data folder wasn’t moved',
    alert: 'Usage reached an alert',
  },
  dismiss: 'Dismiss',
} as const;

export const WATCH_LINE = {
  title: 'Watch folders',
  open: 'Watch folders…',
} as const;

/** Recordings with the same content that wait for Start: the first is paid for. */
export const TWINS = {
  label: 'The same recording twice',
  count: (count: number) => (count === 1 ? '1 recording comes twice' : `${count} recordings come twice`),
  /** @param of the first of them, and what it is the same as */
  note: (count: number, name: string, of: string) =>
    count === 1
      ? `${name} is the same as ${of}: restored and paid once, saved twice.`
      : `${name} is the same as ${of}, for example. Each is restored and paid once, and saved twice.`,
  show: (count: number) => (count === 1 ? 'Show both' : 'Show them'),
  remove: (count: number) => (count === 1 ? 'Remove the second' : `Remove ${count}`),
} as const;

export const MARKED = {
  title: 'Could be better',
  count: (count: number) => (count === 1 ? '1 could be better' : `${count} could be better`),
  /** @param model that costs nothing, if there is one @param sends whether another service is there */
  note: (model: string | null, sends: boolean) => {
    const rest = sends
      ? model === null
        ? ' Try another service.'
        : ', or another service.'
      : model === null
        ? ''
        : '.';
    return `Noise or reverb remains.${model === null ? '' : ` Try ${model} (free)`}${rest}`;
  },
  tryModel: (model: string, count: number) => (count === 1 ? `Try ${model} (free)` : `Try ${model} on ${count} (free)`),
  tried: (model: string, count: number) => `${countOf(count, 'recording')} restored with ${model} too.`,
  show: 'Show',
  keep: (count: number) => (count === 1 ? 'Good enough' : 'All good enough'),
  /** How many can be sent depends on the service: its dialog says it. */
  send: 'Send to service…',
} as const;
