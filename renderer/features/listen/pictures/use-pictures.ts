/** The pictures of the takes on the page, shown as the view and the settings say. */

import { startTransition, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { afterPaint } from '../after-paint.ts';
import type { Sight } from '../waves/sight.ts';
import { useScheme } from '../waves/use-scheme.ts';
import { pictureSettings } from './picture-settings.ts';
import { createPictures, type Pictures } from './pictures.ts';

const GHOST = '--ct-wave-ghost';

/** Null until they are created. */
export function usePictures(takes: readonly TakeView[]): Pictures | null {
  const [pictures, setPictures] = useState<Pictures | null>(null);
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
export function useLook(pictures: Pictures, sight: Sight, gain: number, colors: readonly string[]): void {
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
