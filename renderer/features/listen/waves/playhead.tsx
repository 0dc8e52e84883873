/** The playhead over all takes. The view follows it page by page, until someone looks elsewhere. */

import { useRef } from 'react';
import classes from '../listen.module.css';
import type { Player } from '../playback/player.ts';
import type { Sight } from './sight.ts';
import { useFrames } from './use-frames.ts';
import { following } from './view-window.ts';

interface PlayheadProps {
  readonly player: Player;
  readonly sight: Sight;
  readonly duration: number;
}

/** No playback moves as far between two frames of the screen. */
const JUMP_SECONDS = 1;

export function Playhead({ player, sight, duration }: PlayheadProps) {
  const line = useRef<HTMLDivElement>(null);
  const before = useRef(-1);
  useFrames(() => {
    const element = line.current;
    const width = element?.parentElement?.clientWidth ?? 0;
    if (element === null) return;
    const view = sight.getState();
    const frame = player.frame();
    const second = frame / player.rate;
    const share = (second - view.from) / (view.to - view.from);
    element.style.transform = `translateX(${share * width}px)`;
    element.style.visibility = share >= 0 && share <= 1 ? 'visible' : 'hidden';
    // Followed when it leaves the view or jumps, so that you can look elsewhere, paused or playing.
    const was = before.current;
    before.current = frame;
    if (was < 0 || was === frame || (share >= 0 && share <= 1)) return;
    const wasAt = was / player.rate;
    const wasInside = wasAt >= view.from && wasAt <= view.to;
    const hasJumped = Math.abs(second - wasAt) > JUMP_SECONDS;
    if (wasInside || hasJumped) sight.setState((now) => following(now, duration, second));
  });
  return <div ref={line} className={classes.head} />;
}
