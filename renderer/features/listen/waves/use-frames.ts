/** Calls back before every picture the screen shows, for what moves with the sound without drawing components again. */

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
