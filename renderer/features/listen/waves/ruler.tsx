/** The time ruler between the overview and the takes. */

import { useElementSize } from '@mantine/hooks';
import { useStore } from 'zustand';
import classes from '../listen.module.css';
import { rulerTicks } from './ruler-ticks.ts';
import type { Sight } from './sight.ts';

export function Ruler({ sight }: { sight: Sight }) {
  const view = useStore(sight);
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className={classes.ruler} aria-hidden="true">
      {rulerTicks(view, width).map(({ second, x, label }) => (
        <span key={second} className={classes.tick} style={{ transform: `translateX(${x}px)` }}>
          {x < width - 56 ? label : ''}
        </span>
      ))}
    </div>
  );
}
