/** Adds or edits a service: name, address, key header, prices, and the key when adding. */

import { Button, PasswordInput, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { MODEL_IDS, MODELS, type ModelId } from '../../../shared/domain/models.ts';
import { HEADER_STYLES, type HeaderStyle } from '../../../shared/service-api/routes.ts';
import { useKeyStorage } from '../../components/keys/key-storage.tsx';
import { sentenceOf } from '../../components/messages/refusal.ts';
import type { Desk } from '../../state/desk.ts';
import classes from './connections.module.css';
import { addressProblem, type PriceUnit, parseBaseUrl, parsePage, parsePrice, priceText } from './prices.ts';
import { FORM, HEADER_LABELS } from './strings.ts';

interface ConnectionFormProps {
  readonly desk: Desk;
  /** The connection to edit; absent when adding one. */
  readonly connection?: ConnectionView;
  readonly onDone: () => void;
}

export function ConnectionForm({ desk, connection, onDone }: ConnectionFormProps) {
  const [name, setName] = useState(connection?.name ?? '');
  const [address, setAddress] = useState(connection?.baseUrl ?? '');
  const [headerStyle, setHeaderStyle] = useState<HeaderStyle>(connection?.headerStyle ?? 'bearer');
  const [key, setKey] = useState('');
  const { keep, choice } = useKeyStorage(desk);
  const [unit, setUnit] = useState<PriceUnit>('minute');
  const [prices, setPrices] = useState<Readonly<Record<ModelId, string>>>({
    'service-2': priceText(connection?.prices['service-2'] ?? null),
    'service-3.5': priceText(connection?.prices['service-3.5'] ?? null),
  });
  const [billingPage, setBillingPage] = useState(connection?.billingPage ?? '');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const vault = useStore(desk.session, (session) => session.vaultSentence);

  const baseUrl = parseBaseUrl(address);
  const problem = addressProblem(address);
  const page = parsePage(billingPage);
  const adding = connection === undefined;
  const parsed = {
    'service-2': parsePrice(prices['service-2'], unit),
    'service-3.5': parsePrice(prices['service-3.5'], unit),
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    const two = parsed['service-2'];
    const three = parsed['service-3.5'];
    if (baseUrl === null || two === 'invalid' || three === 'invalid' || page === 'invalid') return;
    setBusy(true);
    setRefusal(null);
    try {
      const prices = { 'service-2': two, 'service-3.5': three };
      const details = { name: name.trim(), baseUrl, headerStyle, prices, billingPage: page };
      if (adding) await desk.client.connections.add({ ...details, key: key.trim(), ...keep });
      else await desk.client.connections.update({ ...details, connectionId: connection.id });
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
        placeholder={FORM.baseUrlExample}
        error={tried && problem !== null ? FORM.addressProblems[problem] : null}
        value={address}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setRefusal(null);
        }}
      />
      <div className={classes.two}>
        {adding && (
          <PasswordInput
            required
            autoComplete="off"
            label={FORM.key}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        )}
        <Select
          label={FORM.header}
          allowDeselect={false}
          data={HEADER_STYLES.map((style) => ({ value: style, label: HEADER_LABELS[style] }))}
          value={headerStyle}
          onChange={(value) => setHeaderStyle(HEADER_STYLES.find((style) => style === value) ?? 'bearer')}
        />
      </div>
      {adding && (choice ?? <p className={classes.note}>{vault}</p>)}
      <TextInput
        label={FORM.billingPage}
        description={FORM.billingPageHint}
        placeholder={FORM.billingPageExample}
        maxLength={2000}
        error={tried && page === 'invalid' ? FORM.badPage : null}
        value={billingPage}
        onChange={(event) => setBillingPage(event.currentTarget.value)}
      />
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
              placeholder={FORM.noPrice}
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
      <Button
        type="submit"
        variant="filled"
        h={38}
        loading={busy}
        disabled={name.trim() === '' || (adding && key.trim() === '')}
      >
        {adding ? FORM.save : FORM.change}
      </Button>
    </form>
  );
}
