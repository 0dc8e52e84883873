/** The whole recording in a narrow strip, with a frame around the visible part. For keyboards and screen readers, a slider. */

import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import WaveSurfer from 'wavesurfer.js';
import { useStore } from 'zustand';
import { formatDuration } from '../../../../shared/domain/units.ts';
import type { Peaks } from '../../../../shared/engine-api/peaks-format.ts';
import type { Player } from '../../../components/playback/player.ts';
import { useFrames } from '../../../components/playback/use-frames.ts';
import { windowBars } from '../../../components/waves/window-peaks.ts';
import classes from '../listen.module.css';
import type { TakePictures } from '../pictures/pictures.ts';
import { useGain, useScheme } from '../pictures/use-pictures.ts';
import { LISTEN } from '../strings.ts';
import { isWhole, moved, type Sight, type ViewWindow, wholeOf } from '../waves/view-window.ts';

interface OverviewProps {
  readonly player: Player;
  readonly sight: Sight;
  readonly pictures: TakePictures;
}

const SPOKEN_EVERY_MS = 1000;

export const TakeOverview = memo(function Overview({ player, sight, pictures }: OverviewProps) {
  const duration = player.lengthFrames / player.rate;
  const strip = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; moved: boolean; inside: boolean } | null>(null);
  const seconds = useSeconds(player);

  useFrames(() => {
    if (head.current === null || strip.current === null) return;
    const share = player.frame() / Math.max(1, player.lengthFrames);
    head.current.style.transform = `translateX(${share * strip.current.clientWidth}px)`;
  });

  function at(event: PointerEvent): number {
    const box = strip.current?.getBoundingClientRect();
    if (box === undefined) return 0;
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration;
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const second = at(event);
    const view = sight.getState();
    const inside = !isWhole(view, duration) && second >= view.from && second <= view.to;
    drag.current = { x: event.clientX, moved: false, inside };
  }

  function move(event: PointerEvent): void {
    const started = drag.current;
    const width = strip.current?.clientWidth ?? 1;
    if (started === null || (!started.moved && Math.abs(event.clientX - started.x) < 3)) return;
    if (started.inside) sight.setState((now) => moved(now, duration, ((event.clientX - started.x) / width) * duration));
    drag.current = { x: event.clientX, moved: true, inside: started.inside };
  }

  function up(event: PointerEvent): void {
    const started = drag.current;
    drag.current = null;
    if (started === null || (started.inside && started.moved)) return;
    const second = at(event);
    player.seek(second * player.rate);
    sight.setState((now) =>
      second < now.from || second > now.to ? moved(now, duration, second - (now.from + now.to) / 2) : now,
    );
  }

  function key(event: KeyboardEvent): void {
    const jumps: Readonly<Record<string, number>> = {
      PageUp: -30,
      PageDown: 30,
      Home: -duration,
      End: duration,
    };
    const by = jumps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    player.seek(player.frame() + by * player.rate);
  }

  return (
    <div
      ref={strip}
      className={classes.overview}
      role="slider"
      tabIndex={0}
      aria-label={LISTEN.overview}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={seconds}
      aria-valuetext={LISTEN.positionOf(formatDuration(seconds), formatDuration(duration))}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onKeyDown={key}
    >
      <Wave pictures={pictures} duration={duration} />
      <Frame sight={sight} duration={duration} />
      <div ref={head} className={classes.head} />
    </div>
  );
});

/** Not drawn again each second, as the slider's words are. */
const Wave = memo(function Wave({ pictures, duration }: { pictures: TakePictures; duration: number }) {
  const gain = useGain(pictures);
  const found = useStore(pictures.store, ({ wholes }) => wholes.get(0)?.peaks ?? null);
  // Made in a task of its own: the takes are drawn first.
  const peaks = useDeferredValue(found);
  const view = useMemo(() => wholeOf(duration), [duration]);
  return peaks !== null && <Waveform peaks={peaks} view={view} color="--ct-wave-original" gain={gain} />;
});

/** Around the visible part; none when all of it is. */
function Frame({ sight, duration }: { sight: Sight; duration: number }) {
  const view = useStore(sight);
  if (isWhole(view, duration)) return null;
  const [left, width] = [(view.from / duration) * 100, ((view.to - view.from) / duration) * 100];
  return <div className={classes.sight} data-testid="sight" style={{ left: `${left}%`, width: `${width}%` }} />;
}

function useSeconds(player: Player): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds(Math.floor(player.frame() / player.rate)), SPOKEN_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [player]);
  return seconds;
}

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

function Waveform({ peaks, view, color, gain }: WaveformProps) {
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
