/** One waveform, drawn by wavesurfer from the visible bars. wavesurfer only draws; the player plays. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import type { Peaks } from '../../../../shared/engine-api/peaks-format.ts';
import { windowBars } from '../../../components/waves/window-peaks.ts';
import { useScheme } from './use-scheme.ts';
import type { ViewWindow } from './view-window.ts';
import classes from './waves.module.css';

const BAR = 2;
const GAP = 1;

interface WaveformProps {
  readonly peaks: Peaks;
  readonly view: ViewWindow;
  /** Name of a color variable, for example `--ct-wave-1`. */
  readonly color: string;
  /** Vertical scale, the same for every take, so that their heights compare. */
  readonly gain: number;
}

export function Waveform({ peaks, view, color, gain }: WaveformProps) {
  const container = useRef<HTMLDivElement>(null);
  const surfer = useRef<WaveSurfer | null>(null);
  const size = useSize(container);
  const scheme = useScheme();

  useEffect(() => {
    if (container.current === null) return;
    const made = WaveSurfer.create({
      container: container.current,
      height: 'auto',
      barWidth: BAR,
      barGap: GAP,
      barRadius: BAR,
      barMinHeight: 1,
      cursorWidth: 0,
      interact: false,
      hideScrollbar: true,
      autoScroll: false,
    });
    surfer.current = made;
    return () => {
      surfer.current = null;
      made.destroy();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the color scheme changes what the variable resolves to
  useEffect(() => {
    const element = container.current;
    if (surfer.current === null || element === null || size.width === 0) return;
    const paint = getComputedStyle(element).getPropertyValue(color).trim();
    const columns = Math.max(1, Math.ceil(size.width / (BAR + GAP)));
    const { tops, bottoms } = windowBars(peaks, view.from, view.to, columns);
    surfer.current.options.waveColor = paint;
    surfer.current.options.progressColor = paint;
    surfer.current.options.barHeight = gain;
    // A later load, or the unmount, may come first.
    surfer.current.load('', [tops, bottoms], view.to - view.from).catch(() => undefined);
  }, [peaks, view, color, gain, size.width, size.height, scheme]);

  return <div ref={container} className={classes.wave} aria-hidden="true" />;
}

function useSize(container: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  return size;
}
