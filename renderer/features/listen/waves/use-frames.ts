/** Calls back on every animation frame, to move elements with the sound without rendering components again. */

import { useEffect, useRef } from 'react';

export function useFrames(draw: () => void): void {
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    let request = 0;
    function next(): void {
      latest.current();
      request = requestAnimationFrame(next);
    }
    next();
    return () => cancelAnimationFrame(request);
  }, []);
}
