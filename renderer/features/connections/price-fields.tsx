/** The prices of both models, by the minute or second. */

import { SegmentedControl, TextInput } from '@mantine/core';
import { MODEL_IDS, MODELS, type ModelId } from '../../../shared/domain/models.ts';
import classes from './connections.module.css';
import { type PriceUnit, parsePrice } from './prices.ts';
import { FORM } from './strings.ts';

interface PriceFieldsProps {
  readonly unit: PriceUnit;
  readonly onUnit: (unit: PriceUnit) => void;
  /** As they are typed. */
  readonly prices: Readonly<Record<ModelId, string>>;
  readonly onPrice: (model: ModelId, price: string) => void;
}

export function PriceFields({ unit, onUnit, prices, onPrice }: PriceFieldsProps) {
  return (
    <fieldset className={classes.prices}>
      <legend>{FORM.prices}</legend>
      <div className={classes.unit}>
        <p>{FORM.pricesHint}</p>
        <SegmentedControl
          size="xs"
          data={[
            { value: 'minute', label: FORM.perMinute },
            { value: 'second', label: FORM.perSecond },
          ]}
          value={unit}
          onChange={(value) => onUnit(value === 'second' ? 'second' : 'minute')}
        />
      </div>
      <div className={classes.two}>
        {MODEL_IDS.map((model) => (
          <TextInput
            key={model}
            label={MODELS[model].label}
            inputMode="decimal"
            placeholder={FORM.noPrice}
            error={parsePrice(prices[model], unit) === 'invalid' ? FORM.badPrice : null}
            value={prices[model]}
            onChange={(event) => onPrice(model, event.currentTarget.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
