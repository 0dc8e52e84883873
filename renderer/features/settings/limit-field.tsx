/** A bandwidth limit: none, a preset, or any number. */

import { NumberInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { BYTES_PER_MB, LIMIT_PRESETS_MB, limitNote, limitOf } from './limits.ts';
import classes from './settings.module.css';
import { SETTINGS } from './strings.ts';
import { useTypedNumber } from './use-typed-number.ts';

const NONE = 'none';

interface LimitFieldProps {
  readonly name: string;
  /** Bytes per second; null for no limit. */
  readonly limit: number | null;
  readonly onChange: (limit: number | null) => void;
}

export function LimitField({ name, limit, onChange }: LimitFieldProps) {
  const { bandwidth } = SETTINGS;
  const megabytes = limit === null ? '' : limit / BYTES_PER_MB;
  const [note, setNote] = useState<ReturnType<typeof limitNote>>(null);
  const field = useTypedNumber(megabytes, (typed) => {
    const next = limitOf(typed);
    if (typed !== megabytes) setNote(limitNote(typed));
    if (next !== limit) onChange(next);
    return next !== limit;
  });

  return (
    <div className={classes.field}>
      <span className={classes.label} aria-hidden="true">
        {name}
      </span>
      <SegmentedControl
        size="xs"
        aria-label={bandwidth.presets(name)}
        data={[
          { value: NONE, label: bandwidth.none },
          ...LIMIT_PRESETS_MB.map((preset) => ({ value: String(preset), label: bandwidth.megabytes(preset) })),
        ]}
        value={limit === null ? NONE : String(megabytes)}
        onChange={(value) => {
          setNote(null);
          onChange(value === NONE ? null : Number(value) * BYTES_PER_MB);
        }}
      />
      <NumberInput
        size="xs"
        w={132}
        aria-label={bandwidth.field(name)}
        placeholder={bandwidth.none}
        suffix={bandwidth.unit}
        min={0}
        decimalScale={2}
        hideControls
        {...field}
      />
      {note !== null && (
        <span className={classes.note} role="status">
          {bandwidth.notes[note]}
        </span>
      )}
    </div>
  );
}
