/** The pictures of the takes on the page, shown as the view and the settings say. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { useScheme } from '../waves/use-scheme.ts';
import type { ViewWindow } from '../waves/view-window.ts';
import { pictureSettings } from './picture-settings.ts';
import { createPictures, type Pictures } from './pictures.ts';

const GHOST = '--ct-wave-ghost';

/** Null until they are created. */
export function usePictures(takes: readonly TakeView[]): Pictures | null {
  const [pictures, setPictures] = useState<Pictures | null>(null);
  const ids = takes.map((take) => take.id).join('\n');
  const latest = useRef(takes);
  latest.current = takes;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer need no new pictures
  useEffect(() => {
    const made = createPictures(latest.current);
    setPictures(made);
    return () => {
      made.dispose();
      setPictures(null);
    };
  }, [ids]);

  return pictures;
}

/** Shows a view. @param colors names of colour variables, one for each take */
export function useLook(pictures: Pictures, view: ViewWindow, gain: number, colors: readonly string[]): void {
  const settings = useStore(pictureSettings);
  const scheme = useScheme();
  const names = colors.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour scheme changes what the variables resolve to
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const paint = (name: string) => style.getPropertyValue(name).trim();
    pictures.show({
      ...settings,
      from: view.from,
      to: view.to,
      gain,
      colors: names.split(' ').map(paint),
      ghost: paint(GHOST),
      pixelRatio: window.devicePixelRatio,
    });
  }, [pictures, settings, view, gain, names, scheme]);
}
