/** The filter by cost, in USD. */

import { TextInput } from '@mantine/core';
import { formatUsd, MICRO_USD_PER_USD, type MicroUsd } from '../../../../shared/domain/money.ts';
import { FILTERS } from '../strings.ts';
import { FilterChip } from './filter-chip.tsx';
import classes from './filters.module.css';

interface CostFieldsProps {
  readonly least: MicroUsd | null;
  readonly most: MicroUsd | null;
  readonly onChange: (least: MicroUsd | null, most: MicroUsd | null) => void;
}

export function CostFields({ least, most, onChange }: CostFieldsProps) {
  const isSet = least !== null || most !== null;
  return (
    <FilterChip
      name={FILTERS.names.cost}
      value={isSet ? FILTERS.costs(words(least), words(most)) : null}
      onClear={() => onChange(null, null)}
    >
      <div className={classes.range}>
        <Amount label={FILTERS.least} value={least} onChange={(value) => onChange(value, most)} />
        <Amount label={FILTERS.most} value={most} onChange={(value) => onChange(least, value)} />
      </div>
    </FilterChip>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: MicroUsd | null;
  readonly onChange: (value: MicroUsd | null) => void;
}

function Amount({ label, value, onChange }: AmountProps) {
  return (
    <TextInput
      type="number"
      min={0}
      step="0.01"
      size="xs"
      label={label}
      defaultValue={value === null ? '' : value / MICRO_USD_PER_USD}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const amount = Math.round(Number(text) * MICRO_USD_PER_USD);
        if (text === '') onChange(null);
        else if (Number.isSafeInteger(amount) && amount >= 0) onChange(amount);
      }}
    />
  );
}

function words(amount: MicroUsd | null): string | null {
  return amount === null ? null : formatUsd(amount);
}
