/** Settings that are a number, with what is wrong with it below, or one of a few answers. */

import { NativeSelect, NumberInput, type NumberInputProps, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pastedNumber, type Reading } from './limits.ts';

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
      maw={260}
      styles={{ wrapper: { width: 170 } }}
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

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** In the order of the answers; one entry for each value. */
  readonly words: Readonly<Record<Value, string>>;
  readonly choices: readonly Value[];
  readonly looks?: 'list' | 'segments';
  readonly onChange: (value: Value) => void;
}

/** Side by side where the answers are short, otherwise as a list. */
export function ChoiceField<Value extends string>({
  label,
  value,
  words,
  choices,
  looks = 'list',
  onChange,
}: ChoiceFieldProps<Value>) {
  const data = choices.map((choice) => ({ value: choice, label: words[choice] }));

  function choose(chosen: string): void {
    const found = choices.find((choice) => choice === chosen);
    if (found !== undefined) onChange(found);
  }

  if (looks === 'segments')
    return <SegmentedControl size="xs" aria-label={label} value={value} data={data} onChange={choose} />;
  return (
    <NativeSelect
      size="sm"
      w={260}
      maw="100%"
      aria-label={label}
      value={value}
      data={data}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
