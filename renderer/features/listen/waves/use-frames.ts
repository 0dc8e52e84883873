/** Calls back on every animation frame, to move elements with the sound without rendering components again. */

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
