/** A thin bar that fills. Its owner says in words, and to screen readers, what it stands for. */

import classes from './progress-track.module.css';

interface ProgressTrackProps {
  /** 0 to 1. */
  readonly fraction: number;
  /** Pixels. */
  readonly height?: number;
  readonly failed?: boolean;
}

export function ProgressTrack({ fraction, height = 5, failed = false }: ProgressTrackProps) {
  return (
    <span className={classes.track} style={{ height }}>
      <span className={classes.fill} data-failed={failed} style={{ transform: `scaleX(${fraction})` }} />
    </span>
  );
}
