/** The worker that fetches and draws spectrograms and single samples, so that neither holds up the page. */

import { partsOfDifference } from '../../../../shared/domain/listening/difference.ts';
import { fetchDifferences } from './differences.ts';
import type { DrawnState, FromPictures, PictureLook, PictureSetup, ToPictures } from './messages.ts';
import { createSpectrograms } from './spectrogram/spectrograms.ts';
import { createPeakWaves } from './waves/peaks.ts';
import { createSampleWaves } from './waves/samples.ts';

const FIRST_LOOK: PictureLook = {
  kind: 'wave',
  from: 0,
  to: 1,
  scale: 'linear',
  contrast: 0,
  gain: 1,
  colors: [],
  ghost: '',
  pixelRatio: 1,
};

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

interface Studio {
  obey(message: Exclude<ToPictures, { kind: 'setup' | 'compare' }>): void;
}

interface Easel {
  readonly context: OffscreenCanvasRenderingContext2D;
  told: DrawnState | null;
}

function createStudio(setup: PictureSetup, tell: (message: FromPictures) => void): Studio {
  const easels = new Map<number, Easel>();
  let look = FIRST_LOOK;
  let due = false;
  const spectrograms = createSpectrograms(setup, drawSoon);
  const samples = createSampleWaves(setup, drawSoon);
  const peaks = createPeakWaves(setup, {
    changed: drawSoon,
    whole: (take, whole) => {
      // A difference is scanned when its waveform is asked for; until then its tiles are made of a few places.
      if (whole !== null && partsOfDifference(setup.takes[take]?.id ?? '') !== null) spectrograms.renew(take);
      tell({ kind: 'whole', take, whole });
    },
  });

  /** Width in device pixels of each take's picture, from the first take to the last. */
  function widths(): ReadonlyMap<number, number> {
    const shown = [...easels].sort(([one], [other]) => one - other);
    return new Map(shown.map(([take, { context }]) => [take, context.canvas.width]));
  }

  function plan(): void {
    const shown = widths();
    const isWave = look.kind === 'wave';
    spectrograms.want(isWave ? new Map() : shown, look);
    const takes = isWave ? [...shown.keys()] : [];
    samples.want(
      takes.filter((take) => samples.isNeeded(take, look, shown.get(take) ?? 0)),
      look,
    );
    peaks.want(takes, look, Math.max(1, ...shown.values()));
  }

  function drawOne(take: number, context: OffscreenCanvasRenderingContext2D): DrawnState {
    if (look.kind === 'spectrogram') return spectrograms.draw(take, context, look);
    if (!samples.isNeeded(take, look, context.canvas.width)) return peaks.draw(take, context, look);
    if (samples.draw(take, context, look, peaks.lanesOf(take))) return 'sharp';
    const drawn = peaks.draw(take, context, look);
    return drawn === 'sharp' ? 'coarse' : drawn;
  }

  function draw(): void {
    due = false;
    plan();
    for (const [take, easel] of easels) {
      const { context } = easel;
      if (context.canvas.width < 2 || context.canvas.height < 2) continue;
      const state = drawOne(take, context);
      if (state !== easel.told) tell({ kind: 'drawn', take, state });
      easel.told = state;
    }
    spectrograms.finish();
  }

  function drawSoon(): void {
    if (due) return;
    due = true;
    requestAnimationFrame(draw);
  }

  return {
    obey: (message) => {
      switch (message.kind) {
        case 'canvas': {
          const context = message.canvas.getContext('2d');
          if (context !== null) easels.set(message.take, { context, told: null });
          peaks.open(message.take);
          break;
        }
        case 'gone':
          easels.delete(message.take);
          break;
        case 'size': {
          const canvas = easels.get(message.take)?.context.canvas;
          if (canvas === undefined) break;
          // Setting a size clears a canvas.
          if (canvas.width !== message.width) canvas.width = message.width;
          if (canvas.height !== message.height) canvas.height = message.height;
          break;
        }
        case 'look':
          look = message.look;
          break;
        case 'probe': {
          const width = easels.get(message.take)?.context.canvas.width ?? 1;
          tell({ kind: 'level', decibels: spectrograms.levelAt(message, width, look) });
          return;
        }
      }
      drawSoon();
    },
  };
}
