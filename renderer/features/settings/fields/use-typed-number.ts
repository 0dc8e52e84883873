/** A number input that saves on Enter and on blur, says what is wrong, and accepts pasted numbers with a decimal comma. */

import type { NumberInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pastedNumber, type Reading } from './limits.ts';

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
export function useTypedNumber<Value>({ shown, read, save }: Typed<Value>): TypedNumber {
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
