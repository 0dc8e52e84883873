/** The playhead over all takes. While playing, the view follows it page by page. */

import { useRef } from 'react';
import classes from '../listen.module.css';
import type { Player } from '../playback/player.ts';
import { useFrames } from './use-frames.ts';
import { following, type ViewWindow } from './view-window.ts';

interface PlayheadProps {
  readonly player: Player;
  readonly view: ViewWindow;
  readonly setView: (change: (view: ViewWindow) => ViewWindow) => void;
  readonly duration: number;
}

export function Playhead({ player, view, setView, duration }: PlayheadProps) {
  const line = useRef<HTMLDivElement>(null);
  const before = useRef(-1);
  useFrames(() => {
    const element = line.current;
    const width = element?.parentElement?.clientWidth ?? 0;
    if (element === null) return;
    const frame = player.frame();
    const second = frame / player.rate;
    const share = (second - view.from) / (view.to - view.from);
    element.style.transform = `translateX(${share * width}px)`;
    element.style.visibility = share >= 0 && share <= 1 ? 'visible' : 'hidden';
    // Follow only a moving playhead, so that you can scroll away while paused.
    const was = before.current;
    before.current = frame;
    if (was >= 0 && was !== frame && (share < 0 || share > 1)) setView((now) => following(now, duration, second));
  });
  return <div ref={line} className={classes.head} />;
}
