/** The pictures of the takes on the page, shown as the view and the settings say. */

import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type { TileScale } from '../../../../shared/engine-api/tile-messages.ts';
import { afterPaint } from '../../../components/playback/use-frames.ts';
import type { PictureKind } from '../drawing/messages.ts';
import type { Sight } from '../waves/view-window.ts';
import { createPictures, type TakePictures } from './pictures.ts';

const GHOST = '--ct-wave-ghost';

/** Null until they are created. */
export function usePictures(takes: readonly TakeView[]): TakePictures | null {
  const [pictures, setPictures] = useState<TakePictures | null>(null);
  const ids = takes.map(({ id, playable }) => `${id} ${playable}`).join('\n');
  const latest = useRef(takes);
  const isFirst = useRef(true);
  latest.current = takes;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer need no new pictures
  useEffect(() => {
    const made = createPictures(latest.current);
    if (isFirst.current) startTransition(() => setPictures(made));
    else setPictures(made);
    isFirst.current = false;
    return () => {
      made.dispose();
      setPictures(null);
    };
  }, [ids]);

  useEffect(() => (pictures === null ? undefined : afterPaint(pictures.open)), [pictures]);

  return pictures;
}

/** Shows what is in view. @param gain of the waves @param colors names of color variables, one for each take */
export function useLook(pictures: TakePictures, sight: Sight, gain: number, colors: readonly string[]): void {
  const settings = useStore(pictureSettings);
  const scheme = useScheme();
  const names = colors.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the color scheme changes what the variables resolve to
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const paint = (name: string) => style.getPropertyValue(name).trim();
    const look = {
      ...settings,
      gain,
      colors: names.split(' ').map(paint),
      ghost: paint(GHOST),
      pixelRatio: window.devicePixelRatio,
    };
    pictures.show({ ...look, ...sight.getState() });
    return sight.subscribe((view) => pictures.show({ ...look, ...view }));
  }, [pictures, settings, sight, gain, names, scheme]);
}

/** The loudest take fills this share of its row. */
const FILL = 0.94;
/** Quiet recordings are drawn larger, up to this gain: beyond it, noise would look like speech. */
const MAX_GAIN = 12;

export function useGain(pictures: TakePictures): number {
  const wholes = useStore(pictures.store, (state) => state.wholes);
  return useMemo(() => {
    const most = Math.max(0, ...[...wholes.values()].map((whole) => whole?.peak ?? 0));
    return most === 0 ? 1 : Math.min(MAX_GAIN, FILL / most);
  }, [wholes]);
}

/** `light` or `dark`. */
export function useScheme(): string {
  const [scheme, setScheme] = useState(readScheme);
  useEffect(() => {
    const observer = new MutationObserver(() => setScheme(readScheme()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
    return () => observer.disconnect();
  }, []);
  return scheme;
}

function readScheme(): string {
  return document.documentElement.dataset.mantineColorScheme ?? 'light';
}

export interface PictureSettings {
  readonly kind: PictureKind;
  readonly scale: TileScale;
  /** 0 to 1. */
  readonly contrast: number;
}

export const USUAL: PictureSettings = { kind: 'wave', scale: 'mel', contrast: 0.4 };

export const pictureSettings = createStore<PictureSettings>(() => USUAL);

export function switchPicture(): void {
  pictureSettings.setState(({ kind }) => ({ kind: kind === 'wave' ? 'spectrogram' : 'wave' }));
}
