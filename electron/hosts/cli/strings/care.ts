/** What the terminal says about the data folder and its backups. */

import { countOf, formatCount } from '../../../../shared/domain/units.ts';

export const CLEANUP = {
  used: (what: string, size: string, files: number) => `${size.padStart(10)}  ${what} (${countOf(files, 'file')})`,
  removable: 'To remove some of it, name it: `cleartake cleanup --remove KIND…`',
  nothing: 'Nothing can be removed.',
  more: (count: number) => `and ${formatCount(count)} more`,
  paid: (usd: string, unpriced: number) =>
    unpriced === 0
      ? `You paid ${usd} USD for them.`
      : `You paid ${usd} USD for them, and an unknown price for ${unpriced}.`,
  removed: (files: string, size: string, kept: number) =>
    kept === 0
      ? `Removed ${files}, ${size}.`
      : `Removed ${files}, ${size}. ${formatCount(kept)} stayed: changed, in use or not removable.`,
} as const;

export const BACKUPS = {
  none: 'There are no backups yet.',
  unreadable: 'can’t be read',
  contents: (recordings: number, results: number) =>
    `${countOf(recordings, 'recording')}, ${countOf(results, 'result')}`,
  checked: {
    whole: 'whole',
    older: (starts: number) => `whole; ${countOf(starts, 'restoration')} started since`,
    damaged: 'damaged',
    newer: 'made by a newer Cleartake',
  },
  ask: (name: string) => [
    'Queue, history, costs and settings would become what they were then. What is there now would be kept as a backup.',
    'What was paid since is not paid again: Cleartake looks for it at the services before it starts anything.',
    `To go back: cleartake backups restore '${name}' --yes`,
  ],
} as const;

export const COMPARE = {
  found: (count: number, known: number) =>
    `${countOf(count, 'project')} of the service ${count === 1 ? 'isn’t' : 'aren’t'} here; ${known} ${known === 1 ? 'is' : 'are'}.`,
  next: 'To bring them in: the same command with --bring-in. Nothing is started or charged.',
  broughtIn: (count: number) =>
    `${countOf(count, 'recording')} brought in. \`cleartake resume\` downloads the results; nothing is charged.`,
} as const;

export const ARCHIVE = {
  nothing: 'This data folder has no history yet.',
  missing: (file: string) => `There is no file ${file}.`,
  exported: (file: string, size: string, withResults: boolean) =>
    `Exported to ${file}, ${size}. It has no API keys${withResults ? '' : ', and no results: add --results for them'}.`,
  imported:
    'Imported. The queue is paused, because the other desk may still work on it; enter the keys of your services again.',
} as const;

export const MOVE = {
  copying: (folder: string, size: string) => `Copying ${size} to ${folder}.`,
  progress: (percent: number, size: string) => `${percent} %, ${size}`,
  moved: (folder: string) => `The data folder is now ${folder}. Cleartake finds it when you start it as before.`,
  old: (folder: string, size: string) =>
    `${size} are still in ${folder}. \`cleartake cleanup --old-folder\` removes them.`,
  removed: (folder: string, size: string) => `Removed ${size} from ${folder}.`,
  failed: 'The data folder stays where it is.',
  warnings: {
    network: 'This looks like a network disk. Cleartake is slower there, and can’t start while it is away.',
    removable: 'This disk may be removable. Cleartake can’t start while it is away.',
  },
} as const;
