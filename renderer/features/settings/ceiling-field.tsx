/** The highest price at which an unconfirmed start is retried automatically. */

import { NumberInput } from '@mantine/core';
import { MICRO_USD_PER_USD, type MicroUsd } from '../../../shared/domain/money.ts';
import { ceilingOf } from './limits.ts';
import { SETTINGS } from './strings.ts';
import { useTypedNumber } from './use-typed-number.ts';

interface CeilingFieldProps {
  readonly ceiling: MicroUsd;
  readonly onChange: (ceiling: MicroUsd) => void;
}

export function CeilingField({ ceiling, onChange }: CeilingFieldProps) {
  const field = useTypedNumber(ceiling / MICRO_USD_PER_USD, (typed) => {
    const next = ceilingOf(typed);
    if (next !== ceiling) onChange(next);
    return next !== ceiling;
  });

  return (
    <NumberInput
      size="sm"
      w={220}
      label={SETTINGS.resend.field}
      labelProps={{ mb: 5 }}
      suffix={SETTINGS.resend.unit}
      min={0}
      max={1000}
      step={0.5}
      decimalScale={2}
      fixedDecimalScale
      {...field}
    />
  );
}
