/** The worker that fetches and draws spectrograms and single samples, so that neither holds up the page. */

import { fetchDifferences } from './differences.ts';
import type { FromPictures, ToPictures } from './messages.ts';
import { createStudio, type Studio } from './studio.ts';

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
