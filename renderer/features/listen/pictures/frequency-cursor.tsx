/** A line at the frequency under the pointer, in the spectrogram that it is over. */

import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { frequencyAt } from '../../../../shared/engine-api/tile-messages.ts';
import type { Sight } from '../waves/view-window.ts';
import classes from './pictures.module.css';
import type { TakePictures } from './pictures.ts';
import { pictureSettings } from './use-pictures.ts';

interface FrequencyCursorProps {
  readonly pictures: TakePictures;
  readonly sight: Sight;
  /** The element over the pictures. */
  readonly area: RefObject<HTMLDivElement | null>;
}

export function FrequencyCursor({ pictures, sight, area }: FrequencyCursorProps) {
  const { kind, scale } = useStore(pictureSettings);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    const cursor = line.current;
    if (element === null || cursor === null || kind !== 'spectrogram') return;

    function hide(): void {
      if (cursor !== null) cursor.style.visibility = 'hidden';
      pictures.store.setState({ cursor: null, level: null });
    }

    function move({ clientX, clientY }: PointerEvent): void {
      const field = fieldAt(element?.parentElement ?? null, clientY);
      if (field === null || cursor === null) {
        hide();
        return;
      }
      const box = field.getBoundingClientRect();
      const height = 1 - (clientY - box.top) / box.height;
      const { from, to } = sight.getState();
      const top = element?.getBoundingClientRect().top ?? 0;
      cursor.style.transform = `translateY(${clientY - top}px)`;
      cursor.style.visibility = 'visible';
      pictures.store.setState({ cursor: { frequency: frequencyAt(height, scale, pictures.topFrequency) } });
      const second = from + ((clientX - box.left) / box.width) * (to - from);
      pictures.probe(Number(field.dataset.takeIndex), second, height);
    }

    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', hide);
    return () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', hide);
      hide();
    };
  }, [area, kind, scale, pictures, sight]);
  return <div ref={line} className={classes.cursor} />;
}

function fieldAt(stack: HTMLElement | null, y: number): HTMLElement | null {
  const fields = [...(stack?.querySelectorAll<HTMLElement>('[data-take-index]') ?? [])];
  return (
    fields.find((field) => {
      const { top, bottom } = field.getBoundingClientRect();
      return y >= top && y < bottom;
    }) ?? null
  );
}
