/** Up to which price a start of unknown fate is sent once more by itself. */

import { NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { MICRO_USD_PER_USD, type MicroUsd } from '../../../shared/domain/money.ts';
import { ceilingOf, pastedNumber } from './limits.ts';
import { SETTINGS } from './strings.ts';

interface CeilingFieldProps {
  readonly ceiling: MicroUsd;
  readonly onChange: (ceiling: MicroUsd) => void;
}

export function CeilingField({ ceiling, onChange }: CeilingFieldProps) {
  const usd = ceiling / MICRO_USD_PER_USD;
  const [typed, setTyped] = useState<number | string>(usd);
  useEffect(() => setTyped(usd), [usd]);

  function keep(): void {
    const next = ceilingOf(typed);
    if (next !== ceiling) onChange(next);
    else setTyped(usd);
  }

  return (
    <NumberInput
      size="sm"
      w={220}
      label={SETTINGS.resend.field}
      labelProps={{ mb: 5 }}
      suffix=" USD"
      min={0}
      max={1000}
      step={0.5}
      decimalScale={2}
      fixedDecimalScale
      value={typed}
      onChange={setTyped}
      onBlur={keep}
      onPaste={(event) => {
        event.preventDefault();
        const pasted = pastedNumber(event.clipboardData.getData('text'));
        if (pasted !== null) setTyped(pasted);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
    />
  );
}
