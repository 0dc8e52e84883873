/** Which place of Settings is in view, and going to the one in the address. */

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useDesk } from '../../state/desk-context.ts';

/** A place counts as the current one once its top is this near to the top of the page, in pixels. */
const NEAR_TOP_PX = 90;

/** @param reveal makes all places visible; @returns the place in view */
export function useCurrentPlace(content: RefObject<HTMLElement | null>, first: string, reveal: () => void): string {
  const { route } = useDesk();
  const [current, setCurrent] = useState(first);
  /** A place near the end can't reach the top: the scrolling that a click caused decides nothing. */
  const jumped = useRef(false);

  useEffect(() => {
    const box = content.current;
    if (box === null) return;
    const follow = (): void => {
      if (jumped.current) {
        jumped.current = false;
        return;
      }
      setCurrent((before) => placeInView(box) ?? before);
    };
    box.addEventListener('scroll', follow, { passive: true });
    return () => box.removeEventListener('scroll', follow);
  }, [content]);

  const goTo = useCallback(
    (id: string) => {
      const box = content.current;
      const place = placesOf(box).find(({ dataset }) => dataset.place === id);
      if (box === null || place === undefined) return;
      setCurrent(id);
      const before = box.scrollTop;
      place.scrollIntoView({ block: 'start' });
      jumped.current = box.scrollTop !== before;
      place.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    },
    [content],
  );

  useEffect(() => {
    const { place: asked } = route.getState();
    if (asked !== null) goTo(asked);
    // Also the same place once more: it may have been scrolled away.
    return route.subscribe(({ place }) => {
      if (place === null) return;
      reveal();
      goTo(place);
    });
  }, [goTo, reveal, route]);

  return current;
}

function placesOf(box: HTMLElement | null): HTMLElement[] {
  return box === null ? [] : [...box.querySelectorAll<HTMLElement>('[data-place]')];
}

function placeInView(box: HTMLElement): string | undefined {
  const top = box.getBoundingClientRect().top + NEAR_TOP_PX;
  const shown = placesOf(box).filter((place) => place.offsetHeight > 0);
  const reached = shown.filter((place) => place.getBoundingClientRect().top <= top);
  return (reached.at(-1) ?? shown[0])?.dataset.place;
}
