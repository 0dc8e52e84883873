/** Adds or edits a service: name, address, key header, prices, and the key when adding. */

import { Button, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { MODEL_IDS, MODELS, type ModelId } from '../../../shared/domain/models.ts';
import { HEADER_STYLES, type HeaderStyle } from '../../../shared/service-api/routes.ts';
import { useKeyStorage } from '../../components/keys/key-storage.tsx';
import { useSaving } from '../../components/messages/saving.tsx';
import type { Desk } from '../../state/desk.ts';
import classes from './connections.module.css';
import { testConnection } from './diagnoses.ts';
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
  const { busy, clear, refusal, save } = useSaving(onDone);

  const vault = useStore(desk.session, (session) => session.vaultSentence);

  const baseUrl = parseBaseUrl(address);
  const problem = addressProblem(address);
  const page = parsePage(billingPage);
  const adding = connection === undefined;
  const parsed = {
    'service-2': parsePrice(prices['service-2'], unit),
    'service-3.5': parsePrice(prices['service-3.5'], unit),
  };

  // A key is sent only to the address for which it was entered.
  const moved = !adding && baseUrl !== null && baseUrl !== connection.baseUrl;
  const missing = { name: name.trim() === '', key: adding && key.trim() === '' };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    const two = parsed['service-2'];
    const three = parsed['service-3.5'];
    if (missing.name || missing.key || baseUrl === null) return;
    if (two === 'invalid' || three === 'invalid' || page === 'invalid') return;
    const prices = { 'service-2': two, 'service-3.5': three };
    save(() => store({ name: name.trim(), baseUrl, headerStyle, prices, billingPage: page }));
  }

  async function store(
    details: Omit<Parameters<Desk['client']['connections']['add']>[0], 'key' | 'keep'>,
  ): Promise<void> {
    const { connections } = desk.client;
    const secret = { key: key.trim(), ...keep };
    const { id } = adding
      ? await connections.add({ ...details, ...secret })
      : await connections.update({ ...details, connectionId: connection.id });
    if (moved && secret.key !== '') await connections.setKey({ connectionId: id, ...secret });
    await desk.refreshConnections();
    void testConnection(desk, id);
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        data-autofocus
        required
        label={FORM.name}
        maxLength={80}
        error={tried && missing.name ? FORM.nameMissing : null}
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
          clear();
        }}
      />
      <div className={classes.two}>
        {(adding || moved) && (
          <PasswordInput
            required={adding}
            autoComplete="off"
            label={FORM.key}
            error={tried && missing.key ? FORM.keyMissing : null}
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
      {moved && <p className={classes.note}>{FORM.keyAgain}</p>}
      {(adding || moved) && (choice ?? <p className={classes.note}>{vault}</p>)}
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
      {refusal}
      <p className={classes.note}>{FORM.next}</p>
      <Button type="submit" variant="filled" h={38} loading={busy}>
        {adding ? FORM.save : FORM.change}
      </Button>
    </form>
  );
}
