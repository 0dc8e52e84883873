/** The frequencies at the left edge of a spectrogram. */

import { useElementSize } from '@mantine/hooks';
import type { TileScale } from '../../../../shared/engine-api/tile-messages.ts';
import { LISTEN } from '../strings.ts';
import { frequencyTicks, heightOf } from './frequencies.ts';
import classes from './pictures.module.css';

export function FrequencyAxis({ scale, top }: { scale: TileScale; top: number }) {
  const { ref, height } = useElementSize();
  return (
    <div ref={ref} className={classes.axis} aria-hidden="true">
      {frequencyTicks(scale, top, height).map((frequency) => (
        <span key={frequency} style={{ bottom: `${heightOf(frequency, scale, top) * 100}%` }}>
          {LISTEN.kilohertz(frequency)}
        </span>
      ))}
    </div>
  );
}
