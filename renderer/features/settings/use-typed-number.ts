/** A number that a person types: kept with Enter and on leaving the field, and read as it is meant when it is pasted. */

import type { NumberInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pastedNumber } from './limits.ts';

type TypedNumber = Required<Pick<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'onPaste' | 'onKeyDown'>>;

/**
 * @param kept what the field shows until something is typed; empty for none
 * @param keep takes what was typed. @returns false where that changes nothing: the field then shows again what is kept
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
