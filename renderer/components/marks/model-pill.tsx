/** A model in a few letters: its number to the eye, its whole name to everything else. */

import { MODELS, type ModelId } from '../../../shared/domain/models.ts';
import classes from './model-pill.module.css';

export function ModelPill({ model }: { model: ModelId }) {
  const { label, shortLabel } = MODELS[model];
  return (
    <span className={classes.pill}>
      <span className="visually-hidden">{label.slice(0, -shortLabel.length)}</span>
      {shortLabel}
    </span>
  );
}
