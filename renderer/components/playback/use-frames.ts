/** Work in time with what the page paints: on every frame, or after the next one. */

import { useEffect, useRef } from 'react';

export function useFrames(draw: () => void): void {
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    // Not at once: it would lay out the page in the middle of rendering it.
    let request = requestAnimationFrame(function next() {
      latest.current();
      request = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(request);
  }, []);
}

/** Calls `act` once what was rendered has been painted. @returns calls it off */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
