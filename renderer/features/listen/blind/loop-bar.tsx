/** The looped passage of a blind test, with the playhead in it. */

import { useRef } from 'react';
import { formatDuration } from '../../../../shared/domain/units.ts';
import type { Player } from '../playback/player.ts';
import { useFrames } from '../waves/use-frames.ts';
import classes from './blind.module.css';
import { BLIND } from './strings.ts';
import type { BlindRun } from './use-blind-run.ts';

export function LoopBar({ run: { passage }, player }: { run: BlindRun; player: Player }) {
  const fill = useRef<HTMLDivElement>(null);
  const { startSeconds, endSeconds } = passage;
  const length = endSeconds - startSeconds;

  useFrames(() => {
    if (fill.current === null) return;
    const share = (player.frame() / player.rate - startSeconds) / length;
    fill.current.style.transform = `scaleX(${Math.min(1, Math.max(0, share))})`;
  });

  return (
    <div className={classes.loop}>
      <span>{BLIND.loop(formatDuration(length))}</span>
      <span className={classes.edge}>{formatDuration(startSeconds)}</span>
      <div
        className={classes.track}
        onPointerDown={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const share = (event.clientX - box.left) / box.width;
          player.seek(Math.round((startSeconds + share * length) * player.rate));
        }}
      >
        <div ref={fill} className={classes.fill} />
      </div>
      <span className={classes.edge}>{formatDuration(endSeconds)}</span>
    </div>
  );
}
