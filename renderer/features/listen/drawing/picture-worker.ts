/** The worker that fetches and draws spectrograms and single samples, so that neither holds up the page. */

import { tileAddress } from '../../../../shared/contract/page/media-addresses.ts';
import { findDifferences } from './differences.ts';
import { fetchBytes } from './loader.ts';
import type { FromPictures, PictureSetup, TakePair, ToPictures } from './messages.ts';
import { createStudio, type Studio } from './studio.ts';

const DIFFERENCE_ROWS = 48;

const SECONDS_A_COLUMN = 0.5;

const MOST_COLUMNS = 1024;

const MOST_DIFFERENCES = 5;

/** Seconds between two places, at least; in a long recording, this part of it. */
const LEAST_SECONDS_APART = 2;

const LEAST_SHARE_APART = 1 / 40;

type Setup = Extract<ToPictures, { kind: 'setup' }>;

let opened: { readonly setup: Setup; readonly studio: Studio } | null = null;

function tell(message: FromPictures): void {
  self.postMessage(message);
}

self.addEventListener('message', ({ data }: MessageEvent<ToPictures>) => {
  if (data.kind === 'setup') opened = { setup: data, studio: createStudio(data, tell) };
  else if (opened === null) return;
  else if (data.kind === 'compare') {
    fetchDifferences(opened.setup, data.pair)
      .then((seconds) => tell({ kind: 'differences', seconds }))
      .catch(() => tell({ kind: 'differences', seconds: [] }));
  } else opened.studio.obey(data);
});

/** @returns seconds, the largest difference first */
async function fetchDifferences({ takes, headers, topRate }: PictureSetup, pair: TakePair): Promise<readonly number[]> {
  const both = pair.flatMap((index) => takes[index] ?? []);
  const seconds = Math.min(...both.map(({ durationSeconds }) => durationSeconds));
  const columns = Math.min(MOST_COLUMNS, Math.floor(seconds / SECONDS_A_COLUMN));
  if (both.length < 2 || columns < 2) return [];
  const window = { fromFrame: 0, frames: Math.floor(seconds * topRate), sampleRate: topRate };
  const [one, other] = await Promise.all(
    both.map(async ({ id }) => {
      const address = tileAddress(id, window, { columns, rows: DIFFERENCE_ROWS, scale: 'mel' });
      return new Uint8Array(await fetchBytes(address, headers));
    }),
  );
  const grid = { rows: DIFFERENCE_ROWS, secondsAColumn: seconds / columns };
  const apart = Math.max(LEAST_SECONDS_APART, seconds * LEAST_SHARE_APART);
  return findDifferences(one ?? new Uint8Array(), other ?? new Uint8Array(), grid, MOST_DIFFERENCES, apart);
}
