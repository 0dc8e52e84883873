/** What a data folder contains, in words, and what a clean-up removes. */

import { formatUsd } from '../money.ts';
import { countOf } from '../units.ts';
import { type Cleanup, SET_ASIDE_DAYS, type SpaceKind } from './space.ts';

export const SPACE_WORDS: Readonly<Record<SpaceKind, string>> = {
  results: 'Results',
  service: 'Data of the built-in service',
  copies: 'Copies of recordings that came without a path',
  listening: 'Listening copies',
  excerpts: 'Excerpts',
  waveforms: 'Waveforms and seek indexes',
  saved: 'Outputs made for saving',
  parts: 'Takes and passages made for saving',
  previews: 'Previews with limited peaks',
  'set-aside': 'Outputs that were set aside',
  unfinished: 'Unfinished downloads',
  database: 'History and queue',
  backups: 'Backups of the history',
  damaged: 'Damaged histories that were kept',
  logs: 'Logs',
  other: 'Everything else',
};

/** What a clean-up removes, and what follows from it. */
export const CLEANUP_WORDS: Readonly<Record<Cleanup, { readonly title: string; readonly note: string }>> = {
  waveforms: {
    title: 'Waveforms and seek indexes',
    note: 'Cleartake makes them again when you listen.',
  },
  listening: {
    title: 'Listening copies',
    note: 'Originals whose file is gone can’t be heard anymore. The copies aren’t made again.',
  },
  saved: {
    title: 'Outputs, takes and passages made for saving, and previews',
    note: 'Cleartake makes them again when you save or listen.',
  },
  'set-aside': {
    title: `Outputs set aside more than ${SET_ASIDE_DAYS} days ago`,
    note: 'Undo can’t put them back into their folders anymore. The results themselves stay.',
  },
  unfinished: { title: 'Unfinished downloads of ended work', note: 'A retry downloads them from the beginning.' },
  'old-logs': { title: 'Older logs', note: 'The current log stays.' },
  damaged: {
    title: 'Damaged histories that were kept',
    note: 'Needed only if somebody is to look at what happened.',
  },
  'service-copies': {
    title: 'Copies that the built-in service keeps',
    note: 'For recordings whose results are in your library, or that you deleted from History. Adding a model later needs the original file again.',
  },
  delivered: {
    title: 'Results that are also in your output folders',
    note: 'You can listen to them as before, as long as the files stay where they are.',
  },
  converted: {
    title: 'Results that were delivered in another form',
    note: 'The delivered files stay. You can’t listen to these results here anymore, or make other files of them.',
  },
  'only-here': {
    title: 'Results that are nowhere else',
    note: 'They exist only here. To get them again, you may have to pay.',
  },
};

/** What was paid for files that a clean-up removes. @param paid micro-USD @param unpriced how many had an unknown price */
export function paidWords({ paid, unpriced }: { readonly paid: number; readonly unpriced: number }): string {
  const known = `You paid ${formatUsd(paid)} USD for them`;
  return unpriced === 0 ? `${known}.` : `${known}, and an unknown price for ${unpriced}.`;
}

/** @param size as text */
export function filesWords(files: number, size: string): string {
  return `${countOf(files, 'file')}, ${size}`;
}

/** Of recordings that were moved away once they were done. */
export function movedBackWords(moved: number, left: number): string {
  const back = `${countOf(moved, 'recording is', 'recordings are')} back`;
  return left === 0 ? `${back}.` : `${back}; ${left} can’t be moved, because something else is in their place.`;
}
