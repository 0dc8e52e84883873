/** Chooses a connection's color and label. The chosen color is also named. */

import { TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { CONNECTION_COLORS, type ConnectionColor, LONGEST_LABEL } from '../../../shared/domain/connections/marks.ts';
import classes from './mark-fields.module.css';
import { MARK } from './strings.ts';

export interface MarkText {
  readonly color: ConnectionColor | null;
  /** As it is typed; empty for none. */
  readonly label: string;
}

interface MarkFieldsProps {
  readonly mark: MarkText;
  readonly onChange: (mark: MarkText) => void;
}

export function MarkFields({ mark, onChange }: MarkFieldsProps) {
  const group = useId();
  return (
    <div className={classes.fields}>
      <fieldset className={classes.colors}>
        <legend>
          {MARK.color} <span aria-hidden="true">{MARK.colors[mark.color ?? 'none']}</span>
        </legend>
        <div className={classes.swatches}>
          {[null, ...CONNECTION_COLORS].map((color) => (
            <label
              key={color ?? 'none'}
              className={classes.choice}
              data-color={color}
              title={MARK.colors[color ?? 'none']}
            >
              <input
                type="radio"
                className="visually-hidden"
                name={group}
                aria-label={MARK.colors[color ?? 'none']}
                checked={mark.color === color}
                onChange={() => onChange({ ...mark, color })}
              />
              <span className={classes.swatch}>{mark.color === color && <IconCheck size={15} stroke={2.6} />}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextInput
        label={MARK.label}
        placeholder={MARK.labelExample}
        maxLength={LONGEST_LABEL}
        value={mark.label}
        onChange={(event) => onChange({ ...mark, label: event.currentTarget.value })}
      />
    </div>
  );
}

/** @returns null for an empty one */
export function labelOf({ label }: MarkText): string | null {
  return label.trim() === '' ? null : label.trim();
}
