/** A thin bar that fills. Its owner says in words, and to screen readers, what it stands for. */

import classes from './progress-track.module.css';

interface ProgressTrackProps {
  /** 0 to 1. */
  readonly fraction: number;
  /** Pixels. */
  readonly height?: number;
  readonly failed?: boolean;
  /** What failed for good beside it, 0 to 1: at the other end, in its own colour. */
  readonly failedShare?: number;
}

export function ProgressTrack({ fraction, height = 5, failed = false, failedShare = 0 }: ProgressTrackProps) {
  return (
    <span className={classes.track} style={{ height }}>
      <span className={classes.fill} data-failed={failed} style={{ transform: `scaleX(${fraction})` }} />
      {failedShare > 0 && <span className={classes.lost} style={{ width: `${failedShare * 100}%` }} />}
    </span>
  );
}
