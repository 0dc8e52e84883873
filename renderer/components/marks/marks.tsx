/** Small marks that every page uses: model pill, key cap, progress bar. */

import type { ReactNode } from 'react';
import { MODELS, type ModelId } from '../../../shared/domain/models.ts';
import classes from './marks.module.css';

/** Shows a model's version number; screen readers get its full name. */
export function ModelPill({ model }: { model: ModelId }) {
  const { label, shortLabel } = MODELS[model];
  return (
    <span className={classes.pill}>
      <span className="visually-hidden">{label.slice(0, -shortLabel.length)}</span>
      {shortLabel}
    </span>
  );
}

export function KeyCap({ children }: { children: ReactNode }) {
  return <kbd className={classes.key}>{children}</kbd>;
}

interface ProgressTrackProps {
  /** 0 to 1. */
  readonly fraction: number;
  /** Pixels. */
  readonly height?: number;
  readonly failed?: boolean;
  /** Share that has failed for good, 0 to 1: drawn in red behind what is done. */
  readonly failedShare?: number;
}

/** Draws the bar only. The parent gives it its role and label. */
export function ProgressTrack({ fraction, height = 5, failed = false, failedShare = 0 }: ProgressTrackProps) {
  return (
    <span className={classes.track} style={{ height }}>
      <span className={classes.fill} data-failed={failed} style={{ transform: `scaleX(${fraction})` }} />
      {failedShare > 0 && (
        <span className={classes.lost} style={{ left: `${fraction * 100}%`, width: `${failedShare * 100}%` }} />
      )}
    </span>
  );
}
