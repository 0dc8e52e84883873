/** Words of the small components, component by component. One with many words has a `strings.ts` of its own. */

import type { FindEvent } from '../../shared/contract/listening/sources.ts';
import type { VerdictView } from '../../shared/contract/listening/verdicts.ts';
import type { LedgerKind } from '../../shared/domain/costs/ledger-lines.ts';
import { VERDICT_WORDS } from '../../shared/domain/history/strings.ts';
import { countOf } from '../../shared/domain/units.ts';

/** Times, costs and dates. */
export const TEXT = {
  underAMinute: 'under a minute',
  shortUnderAMinute: '< 1 min',
  upTo: (most: string) => `up to ${most}`,
  fromTo: (least: string, most: string) => `${least} to ${most}`,
  shortUpTo: (most: string) => `≤ ${most}`,
  shortFromTo: (least: string, most: string) => `${least}–${most}`,
  unknown: 'unknown',
  measuring: 'measuring',
  nothing: '—',
  free: 'free',
  atMost: (usd: string) => `≤ ${usd}`,
  ofAudio: (amount: string) => `${amount} of audio`,
  today: (time: string) => `Today, ${time}`,
  todayInSentence: (time: string) => `today, ${time}`,
} as const;

/** Lines of the ledger. */
export const LEDGER_WORDS: Readonly<Record<LedgerKind, string>> = {
  quote: 'Quote',
  hold: 'Hold',
  charge: 'Charge',
  release: 'Release',
  refund: 'Refund',
};

/** Messages that can come up on any page. */
export const MESSAGES = {
  unreachable: 'Cleartake didn’t respond. Nothing was lost. Try again in a moment.',
  undo: 'Undo',
} as const;

/** Of a button that waits. */
export const SAVING = { busy: 'The last change is still being saved.' } as const;

/** Lists that are exported as files. */
export const TABLES = {
  names: { history: 'History', costs: 'Costs' },
  writing: (name: string, rows: number) => `Exporting ${name}: ${countOf(rows, 'row')}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel the export of ${name}`,
  cancelled: (name: string) => `The export of ${name} was cancelled. No file was saved.`,
  savedTo: (fileName: string) => `Saved to ${fileName}`,
  /** By a browser, in a folder of its own choice. */
  saved: (fileName: string) => `Saved ${fileName}`,
  show: 'Show in folder',
} as const;

/** The question before something is paid for again. */
export const REPEATS = {
  title: (count: number) => (count === 1 ? 'Pay for this result again?' : `Pay for ${countOf(count, 'result')} again?`),
  lead: (count: number) =>
    count === 1
      ? 'This recording was restored with the same model before.'
      : 'These recordings were restored with the same model before.',
  list: 'Restored before',
  costs: (usd: string) => `Restoring again costs ${usd} USD at most.`,
  costsUnknown: 'What restoring again costs isn’t known yet.',
  more: (count: number) => `${count} more are not listed.`,
  open: 'Open',
  openNamed: (name: string) => `Open the earlier result of ${name}`,
  cancel: 'Don’t pay again',
  useHistory: 'Use history',
  others: (count: number) => `Start the other ${count}`,
  goOn: 'Pay again',
  goOnFor: (usd: string) => `Pay ${usd} USD again`,
} as const;

/** Results in review before delivery. */
export const REVIEW_WORDS = {
  title: 'Review',
  count: (count: number) => (count === 1 ? '1 to review' : `${count} to review`),
  open: 'Review…',
  note: 'Held back because the restored file failed a check. Listen, then accept or redo it.',
  around: (seconds: number) => `${seconds} seconds around the spot`,
  before: 'Before',
  after: 'After',
  more: (count: number) => `And ${count} more.`,
  listen: 'Listen',
  accept: 'Accept',
  redo: 'Redo',
  listenTo: (name: string) => `Listen to ${name}`,
  acceptOf: (name: string) => `Accept ${name}`,
  redoOf: (name: string) => `Redo ${name}`,
  price: (usd: string) => `${usd} USD`,
  unknownPrice: 'price unknown',
  accepted: (count: number) => `Accepted ${countOf(count, 'result')}.`,
  redoTitle: (count: number) => (count === 1 ? 'Restore this recording again?' : `Restore ${count} recordings again?`),
  /** @param connection null when there are several */
  costs: (count: number, usd: string, connection: string | null) =>
    `${count === 1 ? 'It costs' : 'Together they cost'} at most ${usd} USD${connection === null ? '' : ` over ${connection}`}.`,
  costsUnknown: (count: number) =>
    count === 1
      ? 'Its price isn’t known, and it may be charged.'
      : 'Not every price is known, and they may be charged.',
  redoKept: (count: number) =>
    count === 1
      ? 'The result that was held back stays in History.'
      : 'The results that were held back stay in History.',
  redoFor: (usd: string) => `Redo for ${usd} USD`,
  redoNot: 'Don’t redo',
} as const;

/** Note and tags of a recording. */
export const NOTE = {
  note: 'Note',
  placeholder: 'What you heard, and where',
  tags: 'Tags',
  tagsPlaceholder: 'Add a tag',
} as const;

/** `Service 3.5 better than Service 2.0`. */
export function verdictWords({ kind, takeLabel, overLabel }: VerdictView): string {
  return kind === 'better' ? VERDICT_WORDS.better(takeLabel, overLabel ?? '') : VERDICT_WORDS[kind](takeLabel);
}

/** Who gave a verdict, and when. */
export function verdictSource(listener: string, when: string): string {
  return listener === '' ? when : `${listener}, ${when}`;
}

const grouped = new Intl.NumberFormat('en');

const DIFFERENT = { size: 'size', content: 'content' } as const;

function filesOf(count: number): string {
  return `${grouped.format(count)} ${count === 1 ? 'file' : 'files'}`;
}

/** Finding a moved source. */
export const FIND = {
  action: 'Find it…',
  actionFor: (name: string) => `Find it: ${name}`,
  /** In place of the folder. */
  gone: 'Moved or deleted',
  title: (name: string) => `Find ${name}`,
  lead: 'Choose the file, or a folder to search with all its subfolders. Cleartake recognizes the recording by its content, even under a new name.',
  chooseFile: 'Choose file…',
  chooseFolder: 'Choose folder…',
  path: 'File or folder',
  pathNote: 'Full path on the computer where Cleartake runs; ~ and variables such as $HOME work, too.',
  pathExample: '/media/archive',
  search: 'Search',
  stop: 'Stop',
  looking: (files: number) => (files === 0 ? 'Searching…' : `Searching… ${filesOf(files)} so far`),
  stopped: 'The search was stopped.',
  /** @param resumed how many continue that had failed without the file */
  found: (path: string, resumed: number) =>
    resumed === 0 ? `Found: ${path}` : `Found: ${path}. ${countOf(resumed, 'recording')} will continue.`,
  outcome: (event: Exclude<FindEvent, { kind: 'found' | 'looking' }>) =>
    event.kind === 'different'
      ? `This is another recording: its ${DIFFERENT[event.by]} is different.`
      : `Not found in ${filesOf(event.files)}. Try another folder.`,
} as const;

/** What watch folders do: on the desk and in Settings. */
export const WATCH_STATUS = {
  off: 'Off',
  offWaiting: (files: number) => `Off: ${countOf(files, 'new file')} ${files === 1 ? 'waits' : 'wait'}`,
  notThere: 'Not there now. Cleartake watches it again once it’s back.',
  waiting: (count: number, reason: string) =>
    `${countOf(count, 'recording')} ${count === 1 ? 'waits' : 'wait'}. ${reason}`,
  copying: (files: number) => `Waits for copying to finish: ${countOf(files, 'file')}`,
  restoring: (count: number) => `Restoring ${countOf(count, 'recording')}`,
  restoredToday: (count: number) => `Watching: ${count} restored today`,
  watching: 'Watching',
  last: {
    restored: (name: string) => `${name} restored`,
    failed: (name: string) => `${name} failed`,
    'done-before': (name: string) => `${name} done before`,
  },
} as const;

/** What every section of Settings shares. */
export const SETTING = {
  reset: 'Reset to default',
  resetNamed: (section: string) => `Reset ${section} to default`,
  standard: (value: string) => `Default: ${value}.`,
} as const;

/** Entering an API key. */
export const KEY_FORM = {
  title: (connection: string) => `API key for ${connection}`,
  label: 'API key',
  note: 'A saved key is used, but never shown.',
  missing: 'Enter the API key.',
  save: 'Save key',
} as const;

/** The choice where the computer has no secure key storage. */
export const KEY_STORAGE = {
  label: 'Save the key in a file',
  inFile:
    'Only your account can read the file, but it isn’t encrypted: anyone with access to your disk can read the key.',
  inMemory: 'This computer has no secure key storage. Without a file, Cleartake asks for the key each time it starts.',
} as const;

/** Caps on what may be spent. */
export const CAP_FORM = {
  title: (connection: string) => `Caps for ${connection}`,
  batchTitle: 'Cap for this batch',
  note: 'At a cap, recordings wait. Nothing fails, and they continue when there is room.',
  day: 'Most a day, in USD',
  month: 'Most a month, in USD',
  batch: 'Most for this batch, in USD',
  none: 'no cap',
  invalid: 'Enter an amount such as 25 or 2.50.',
  save: 'Save',
} as const;

/** Amounts of an invoice. */
export const SUMS = {
  usage: 'Usage',
  carriedIn: 'Carried over from before',
  credit: 'Credit used',
  carriedOut: 'Carried to the next invoice',
  total: 'Total',
} as const;
