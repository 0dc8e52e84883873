/** A setting that is a number, with what is wrong with it below. */

import { NumberInput } from '@mantine/core';
import classes from './fields.module.css';
import type { Reading } from './limits.ts';
import { useTypedNumber } from './use-typed-number.ts';

interface NumberFieldProps<Value> {
  readonly label: string;
  /** The saved value as it is shown; empty for none. */
  readonly shown: number | '';
  readonly read: (typed: number | string) => Reading<Value>;
  readonly onChange: (value: Value) => void;
  readonly suffix?: string;
  /** Digits after the point. */
  readonly decimals?: number;
  readonly step?: number;
  /** What an empty field means. */
  readonly placeholder?: string;
}

export function NumberField<Value>({
  label,
  shown,
  read,
  onChange,
  suffix = '',
  decimals = 0,
  step,
  placeholder = '',
}: NumberFieldProps<Value>) {
  const field = useTypedNumber({ shown, read, save: onChange });
  return (
    <NumberInput
      size="sm"
      className={classes.number}
      aria-label={label}
      placeholder={placeholder}
      suffix={suffix}
      decimalScale={decimals}
      fixedDecimalScale={step !== undefined && decimals > 0}
      hideControls={step === undefined}
      allowNegative={false}
      {...(step === undefined ? {} : { min: 0, step })}
      {...field}
    />
  );
}
