/** What commands report while they work and when they are done. */

import { countOf } from '../../../../shared/domain/units.ts';

const recordings = (count: number) => countOf(count, 'recording');

export const PRESETS = {
  standard: 'default',
  places: { 'beside-source': 'next to the original', library: 'library only' },
  flat: (folder: string) => `${folder}, all together`,
  added: (name: string) => `Added “${name}”.`,
  known: (name: string) => `“${name}” is already here.`,
  withoutFolder: (name: string, folder: string) =>
    `“${name}” saved to ${folder}, which doesn’t exist here. Its results go next to the original.`,
} as const;

export const RUN = {
  twice: (path: string, sameAs: string) => `${path} is the same recording as ${sameAs}. Both are restored.`,
  /** @param told when, for how much, and what costs nothing instead */
  paidBefore: (path: string, told: string) => `${path}: ${told} Left out; \`--again\` restores it and pays again.`,
  interrupted: 'Interrupted. Finished results are kept; run `cleartake resume` to continue.',
  failedBefore: (count: number) => `${recordings(count)} failed earlier: run \`cleartake resume --failed\` to retry.`,
  unfinishedEarlier: (count: number) =>
    `An earlier run left ${recordings(count)} of these unfinished: run \`cleartake resume\` to continue.`,
  failedEarlier: (count: number) =>
    `${recordings(count)} of these failed in an earlier run: \`cleartake resume --failed\` continues from there and sends nothing twice. Press Ctrl-C to stop this run.`,
  keyPrompt: 'API key (not shown): ',
} as const;

export const WATCH = {
  watching: (folder: string) => `Watching ${folder}`,
  'not-there': (folder: string) => `${folder} isn’t there now. Cleartake watches it again once it is back.`,
  stopped: (restored: number, failed: number) =>
    `Stopped. ${countOf(restored, 'recording')} restored${failed === 0 ? '' : `, ${failed} failed`}; what is unfinished continues when you watch the folder again.`,
} as const;

export const FORECAST = {
  begin: (count: number, connection: string, rest: string) => `${recordings(count)} over ${connection}${rest}`,
  free: ', free',
  unknownPrice: ', prices unknown',
  cap: (usd: string) => `, never more than ${usd} USD`,
  quote: (count: number, length: string, usd: string, cap: string) =>
    `${recordings(count)}, ${length} of audio: at most ${usd} USD${cap}`,
} as const;

export const JOB = {
  failed: (message: string) => `failed: ${message}`,
  /** @param until a time of day, or null */
  waiting: (until: string | null, message: string) => `waiting${until === null ? '' : ` until ${until}`}: ${message}`,
  needsAttention: (question: string) => `needs attention: ${question}`,
  /** @param why what the check found */
  inReview: (why: string) => `held for review: ${why}. \`cleartake review\` says more.`,
  restoring: (generations: string) => `restoring ${generations}`.trimEnd(),
  /** @param length null when not known */
  done: (length: string | null) => (length === null ? 'done' : `done (${length})`),
  restoration: 'the restoration',
  question: (label: string, command: string, price: string) =>
    `Cleartake doesn’t know whether the service started ${label}. \`${command} check-again\` looks for it again, for free; \`${command} start-again\` starts another one for ${price}, and you pay twice if the first one turns up.`,
  unknownPrice: 'an unknown price',
  price: (usd: string) => `${usd} USD`,
  /** @param told in which type results came, and why */
  otherType: (done: string, told: string) => `${done}. ${told}`,
  generationFailed: (label: string) => `${label} failed`,
  reused: (name: string, model: string) => `${name}: ${model} from history, not paid again`,
  /** Several recordings that wait over one connection. @param until a time of day, or null */
  waitingTogether: (connection: string, count: number, until: string | null, message: string | undefined) =>
    `${connection}: ${recordings(count)} waiting${until === null ? '' : ` until ${until}`}. ${message}`,
} as const;

export const SUMMARY = {
  nothing: 'Nothing to do',
  done: (count: number) => `${count} done`,
  failed: (count: number) => `${count} failed`,
  inReview: (count: number) => `${count} held back for review`,
  couldBeBetter: (count: number) => `${count} could be better`,
  waiting: (count: number) => `${count} waiting for you`,
  skipped: (count: number) => `${count} skipped`,
  charged: (usd: string) => `${usd} USD charged`,
} as const;

export const REVIEW = {
  nothing: 'Nothing is held for review.',
  next: 'Listen to them, then run `cleartake review accept RECORDING`, or restore them again with `cleartake restore --again`.',
  file: (path: string) => `kept at ${path}`,
  accepted: (count: number) => `${recordings(count)} accepted. \`cleartake resume\` delivers what was held back.`,
} as const;

export const STATUS = {
  empty: 'The queue is empty.',
  /** @param jobs more than `files` where recordings are in the queue several times */
  count: (files: number, state: string, jobs: number) =>
    `${recordings(files)} ${state}${jobs > files ? ` (${jobs} times in all)` : ''}`,
  held: (usd: string) => `${usd} USD reserved for unfinished work`,
  more: (count: number) => `… and ${count} more that wait, failed or need attention`,
  moreMarked: (count: number) => `… and ${count} more that could be better`,
  marked: (why: string) => `could be better: ${why}`,
  sendMarked: 'To send them to another service, run `cleartake send --marked --connection NAME`.',
  states: {
    'in-review': 'held for review',
    'needs-you': 'needing attention',
    'not-started': 'not started',
  } as Readonly<Record<string, string>>,
} as const;

export const DOWNLOADING = {
  here: 'Its results are all on this computer; `cleartake export` writes them to a folder.',
  gone: 'The service no longer has its result. Nothing was charged.',
  nothingPaid:
    'There is no paid result to download: nothing was paid yet, or the restoration isn’t over. `cleartake resume` continues it.',
} as const;

export const SENDING = {
  nothing: 'Nothing to send.',
  leftOut: (count: number) => `${recordings(count)} left out: not finished, or there already.`,
  quote: (count: number, connection: string, usd: string) =>
    `Sending ${recordings(count)} to ${connection}: at most ${usd} USD.`,
  /** @param from as `12:04` */
  quoteMinute: (from: string, connection: string, usd: string) =>
    `Trying the minute from ${from} at ${connection}: at most ${usd} USD.`,
  unknownMinute: (from: string, connection: string) =>
    `Trying the minute from ${from} at ${connection}: price unknown.`,
  unknown: (count: number, connection: string) => `Sending ${recordings(count)} to ${connection}: price unknown.`,
} as const;

export const COSTS = {
  total: (charged: string, held: string) => `Charged: ${charged} USD. Reserved for unfinished work: ${held} USD.`,
  unpriced: (count: number) => `${countOf(count, 'generation')} more without a known price.`,
  held: (usd: string) => `${usd} USD reserved`,
  unpricedShort: (count: number) => `${count} without a known price`,
} as const;

export const COST_ROWS = {
  noShow: 'without a folder',
  saved: (usd: string) => `${usd} USD saved by history`,
  added: (usd: string) => `${usd} USD added by the 60-second minimum`,
  preferred: (model: string, count: number, of: number, usd: string) =>
    `${model} preferred in ${count} of ${of}; the rest would have cost ${usd} USD less`,
} as const;

export const RECONCILIATION = {
  agree: (lines: number, invoiced: string, charged: string) =>
    `${countOf(lines, 'line')} agree. Invoice: ${invoiced} USD. Ledger: ${charged} USD.`,
  kinds: {
    twice: 'billed twice',
    'missing-here': 'not in the ledger',
    'missing-there': 'not on the invoice',
    different: 'differs',
  },
  row: (row: number) => `line ${row}`,
  amounts: (invoiced: string, charged: string) => `${invoiced} on the invoice, ${charged} in the ledger`,
} as const;

export const ANSWERED = {
  checkAgain: (label: string) => `\`cleartake resume\` looks again for a start of ${label}. That is free.`,
  startAgain: (label: string, price: string) =>
    `\`cleartake resume\` starts ${label} again, for ${price}. If the first start turns up after all, you pay for both.`,
} as const;

export const CONNECTIONS = {
  removed: (name: string) => `${name} and its key were removed. Its history, results and costs stay.`,
  chosen: (name: string) => `New recordings on the desk now use ${name}.`,
  builtIn: 'built in',
  free: 'free',
  noKey: 'no key',
  capADay: (usd: string) => `cap ${usd} USD a day`,
  capAMonth: (usd: string) => `cap ${usd} USD a month`,
  parked: {
    keyMissing: 'waiting for its key',
    keyRefused: 'key refused',
    other: (page: string | null, said: string | undefined) =>
      [
        ['on hold for billing', ...(page === null ? [] : [page])].join(': '),
        ...(said === undefined ? [] : [`“${said}”`]),
      ].join(' '),
  },
  lifted: (name: string) => `The hold on ${name} is lifted.`,
  price: (usd: number | null) => (usd === null ? 'price unknown' : `${usd} USD per second`),
} as const;

/** Names of measures and what stands beside their figures. */
export const MEASURES = {
  unknown: 'unknown',
  none: 'none',
  length: 'Length',
  loudness: 'Integrated loudness',
  loudnessRange: 'Loudness range',
  truePeak: 'True peak',
  speechLevel: 'Speech level',
  noiseFloor: 'Noise floor',
  signalToNoise: 'Signal-to-noise ratio',
  worstMinute: 'Worst minute',
  clippedSamples: 'Clipped samples',
  hum: 'Hum',
  reverberation: 'Reverberation time',
  bandwidth: 'Bandwidth',
  frames: (frames: number, rate: number, length: string) => `${frames} frames at ${rate} Hz, ${length}`,
  estimated: 'estimated',
  minute: (from: string, frame: number, decibels: string) => `from ${from} (frame ${frame}), ${decibels} dB`,
} as const;

export const SETTING_WORDS = {
  standard: (value: string) => `default ${value}`,
  onOrOff: 'on or off',
  oneOf: (values: readonly string[]) => `one of ${values.join(', ')}`,
  atOnce: 'a whole number, or automatic',
  limit: 'megabytes a second, such as 2.5, or none',
  amount: 'an amount in dollars, such as 1.50',
  other: 'one of the values that the desk offers',
} as const;

export const DIAGNOSTICS = {
  written: (file: string, names: boolean) =>
    `Wrote ${file}: versions, system, settings, counts and the end of the log, without keys${names ? '; with the names of recordings' : ' and without names of recordings'}. Look through it before you pass it on.`,
} as const;
