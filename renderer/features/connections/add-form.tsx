/** Adds a service: address, how the key is sent, the key, prices. */

import { Button, PasswordInput, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MODEL_IDS, MODELS, type ModelId } from '../../../shared/domain/models.ts';
import { HEADER_STYLES, type HeaderStyle } from '../../../shared/service-api/routes.ts';
import { sentenceOf } from '../../bridge/refusal.ts';
import type { Desk } from '../../state/desk.ts';
import classes from './connections.module.css';
import { type PriceUnit, parseBaseUrl, parsePrice } from './prices.ts';
import { FORM, HEADER_LABELS } from './strings.ts';

interface AddFormProps {
  readonly desk: Desk;
  /** How keys are kept, in a sentence. */
  readonly vault: string;
  readonly onDone: () => void;
}

export function AddForm({ desk, vault, onDone }: AddFormProps) {
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [headerStyle, setHeaderStyle] = useState<HeaderStyle>('bearer');
  const [key, setKey] = useState('');
  const [unit, setUnit] = useState<PriceUnit>('minute');
  const [prices, setPrices] = useState<Readonly<Record<ModelId, string>>>({ 'service-2': '', 'service-3.5': '' });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const baseUrl = parseBaseUrl(address);
  const parsed = {
    'service-2': parsePrice(prices['service-2'], unit),
    'service-3.5': parsePrice(prices['service-3.5'], unit),
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    const two = parsed['service-2'];
    const three = parsed['service-3.5'];
    if (baseUrl === null || two === 'invalid' || three === 'invalid') return;
    setBusy(true);
    try {
      await desk.client.connections.add({
        name: name.trim(),
        baseUrl,
        headerStyle,
        key: key.trim(),
        prices: { 'service-2': two, 'service-3.5': three },
      });
      await desk.refreshConnections();
      onDone();
    } catch (thrown) {
      setRefusal(sentenceOf(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        data-autofocus
        required
        label={FORM.name}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        required
        label={FORM.baseUrl}
        description={FORM.baseUrlHint}
        placeholder="https://api.example.com"
        error={tried && baseUrl === null ? FORM.badUrl : null}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <div className={classes.two}>
        <PasswordInput
          required
          autoComplete="off"
          label={FORM.key}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Select
          label={FORM.header}
          allowDeselect={false}
          data={HEADER_STYLES.map((style) => ({ value: style, label: HEADER_LABELS[style] }))}
          value={headerStyle}
          onChange={(value) => setHeaderStyle(HEADER_STYLES.find((style) => style === value) ?? 'bearer')}
        />
      </div>
      {vault !== '' && <p className={classes.note}>{vault}</p>}
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
            onChange={(value) => setUnit(value === 'second' ? 'second' : 'minute')}
          />
        </div>
        <div className={classes.two}>
          {MODEL_IDS.map((model) => (
            <TextInput
              key={model}
              label={MODELS[model].label}
              inputMode="decimal"
              placeholder="—"
              error={parsed[model] === 'invalid' ? FORM.badPrice : null}
              value={prices[model]}
              onChange={(event) => setPrices({ ...prices, [model]: event.currentTarget.value })}
            />
          ))}
        </div>
      </fieldset>
      {refusal !== null && (
        <Text size="sm" c="var(--ct-bad)" role="alert">
          {refusal}
        </Text>
      )}
      <Button type="submit" variant="filled" h={38} loading={busy} disabled={name.trim() === '' || key.trim() === ''}>
        {FORM.save}
      </Button>
    </form>
  );
}
