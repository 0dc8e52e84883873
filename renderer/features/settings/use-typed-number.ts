/** A number input that saves on Enter and on blur, and accepts pasted numbers with a decimal comma. */

import type { NumberInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pastedNumber } from './limits.ts';

type TypedNumber = Required<Pick<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'onPaste' | 'onKeyDown'>>;

/**
 * @param kept the saved value, shown until something is typed; empty for none
 * @param keep saves the typed value; returns false if nothing changed, and the input then shows the saved value again
 */
export function useTypedNumber(kept: number | '', keep: (typed: number | string) => boolean): TypedNumber {
  const [typed, setTyped] = useState<number | string>(kept);
  useEffect(() => setTyped(kept), [kept]);

  function finish(): void {
    if (!keep(typed)) setTyped(kept);
  }

  return {
    value: typed,
    onChange: setTyped,
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
