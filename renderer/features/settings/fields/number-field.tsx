/** A setting that is a number, with what is wrong with it below. */

import type { NumberInputProps } from '@mantine/core';
import { NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './fields.module.css';
import type { Reading } from './limits.ts';
import { pastedNumber } from './limits.ts';

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

type TypedNumber = Required<
  Pick<NumberInputProps, 'value' | 'error' | 'onChange' | 'onBlur' | 'onPaste' | 'onKeyDown'>
>;

interface Typed<Value> {
  /** The saved value as it is shown; empty for none. */
  readonly shown: number | '';
  readonly read: (typed: number | string) => Reading<Value>;
  readonly save: (value: Value) => void;
}

/** What is wrong stays in the field with its reason, and isn't saved. */
function useTypedNumber<Value>({ shown, read, save }: Typed<Value>): TypedNumber {
  const [typed, setTyped] = useState<number | string>(shown);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setTyped(shown);
    setProblem(null);
  }, [shown]);

  function finish(): void {
    const reading = read(typed);
    if ('problem' in reading) {
      setProblem(reading.problem);
      return;
    }
    setProblem(null);
    if (String(typed) !== String(shown)) save(reading.value);
  }

  return {
    value: typed,
    error: problem,
    onChange(next) {
      setTyped(next);
      setProblem(null);
    },
    onBlur: finish,
    onPaste(event) {
      event.preventDefault();
      const pasted = pastedNumber(event.clipboardData.getData('text'));
      if (pasted !== null) setTyped(pasted);
    },
    onKeyDown(event) {
      if (event.key === 'Enter') finish();
    },
  };
}
