/** The page's side of the picture worker: hands it canvases, tells it what to show, and hears what it drew. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { mediaHeaders } from '../../../bridge/browser-session.ts';
import { idOfDifference } from '../../../components/playback/heard-takes.ts';
import type {
  DrawnState,
  FromPictures,
  PicturedTake,
  PictureLook,
  TakePair,
  ToPictures,
  WholeTake,
} from '../drawing/messages.ts';

export interface PicturesState {
  /** By index of the take, or of a difference. */
  readonly drawn: ReadonlyMap<number, DrawnState>;
  /** By index; null when the desk has no peaks of it. */
  readonly wholes: ReadonlyMap<number, WholeTake | null>;
  /** Under the pointer; null when it is elsewhere. */
  readonly cursor: { readonly frequency: number } | null;
  /** dBFS at the place that was asked for last. */
  readonly level: number | null;
  /** Where the takes that were compared differ most, in seconds; null before. */
  readonly differences: readonly number[] | null;
}

export interface TakePictures {
  readonly store: StoreApi<PicturesState>;
  /** Index of the picture of a take's difference, by index of the take; none for takes without one. */
  readonly differences: ReadonlyMap<number, number>;
  /** The highest frequency of spectrograms, Hz. */
  readonly topFrequency: number;
  /** Puts a canvas into an element and keeps it drawn. @returns takes it away */
  attach(take: number, host: HTMLElement): () => void;
  show(look: PictureLook): void;
  /** Asks for a level. @param height 0 to 1, from the lowest frequency */
  probe(take: number, second: number, height: number): void;
  /** Asks where two takes differ most. */
  compare(pair: TakePair): void;
  /** Starts the worker, which competes with a page that is being drawn. What it was told before follows. */
  open(): void;
  dispose(): void;
}

const LEAST_RATE = 16_000;
const MOST_RATE = 48_000;

export function createPictures(takes: readonly TakeView[]): TakePictures {
  let worker: Worker | null = null;
  const early: (readonly [message: ToPictures, transfer: Transferable[]])[] = [];
  const store = createStore<PicturesState>(() => ({
    drawn: new Map(),
    wholes: new Map(),
    cursor: null,
    level: null,
    differences: null,
  }));
  const pictured: PicturedTake[] = takes.map(({ id, frames, sampleRate }) => ({
    id,
    sampleRate,
    durationSeconds: frames / sampleRate,
  }));
  const [original] = pictured;
  const differences = new Map<number, number>();
  for (const [index, take] of takes.entries()) {
    const id = idOfDifference(takes, take);
    if (id === null || original === undefined) continue;
    differences.set(index, pictured.length);
    pictured.push({ ...original, id });
  }
  const rates = takes.map(({ sampleRate }) => sampleRate);
  const topRate = Math.max(LEAST_RATE, Math.min(MOST_RATE, Math.max(0, ...rates)));

  function tell(message: ToPictures, transfer: Transferable[] = []): void {
    if (worker === null) early.push([message, transfer]);
    else worker.postMessage(message, transfer);
  }

  function hear({ data }: MessageEvent<FromPictures>): void {
    if (data.kind === 'whole') store.setState(({ wholes }) => ({ wholes: new Map(wholes).set(data.take, data.whole) }));
    else if (data.kind === 'level') store.setState({ level: data.decibels });
    else if (data.kind === 'differences') store.setState({ differences: data.seconds });
    else store.setState(({ drawn }) => ({ drawn: new Map(drawn).set(data.take, data.state) }));
  }

  tell({
    kind: 'setup',
    takes: pictured,
    headers: mediaHeaders(),
    topRate,
  });

  return {
    store,
    differences,
    topFrequency: topRate / 2,
    attach: (take, host) => {
      const canvas = document.createElement('canvas');
      canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%';
      // Before it is in the page: there, a transfer would lay out the page in the middle of rendering it.
      const offscreen = canvas.transferControlToOffscreen();
      host.append(canvas);
      tell({ kind: 'canvas', take, canvas: offscreen }, [offscreen]);
      const observer = new ResizeObserver(() => {
        const ratio = window.devicePixelRatio;
        const width = Math.round(host.clientWidth * ratio);
        tell({ kind: 'size', take, width, height: Math.round(host.clientHeight * ratio) });
      });
      observer.observe(host);
      return () => {
        observer.disconnect();
        tell({ kind: 'gone', take });
        canvas.remove();
      };
    },
    show: (look) => tell({ kind: 'look', look }),
    probe: (take, second, height) => tell({ kind: 'probe', take, second, height }),
    compare: (pair) => tell({ kind: 'compare', pair }),
    open: () => {
      if (worker !== null) return;
      worker = new Worker(new URL('../drawing/picture-worker.ts', import.meta.url), { type: 'module' });
      worker.addEventListener('message', hear);
      for (const [message, transfer] of early.splice(0)) worker.postMessage(message, transfer);
    },
    dispose: () => worker?.terminate(),
  };
}
