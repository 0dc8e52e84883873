/** Adds or edits a service: name, address, key header, prices, color and label, and the key when adding or moving to another host. */

import { Button, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { MODEL_IDS, type ModelId, modelOf, type ServiceModelId } from '../../../shared/domain/models.ts';
import {
  DEFAULT_PATHS,
  type GivenPaths,
  HEADER_STYLES,
  type HeaderStyle,
  isEndpointPath,
  type OpenPaths,
} from '../../../shared/service-api/routes.ts';
import { useKeyStorage } from '../../components/connections/key-form.tsx';
import { focusFirstProblem } from '../../components/dialogs/dialogs.ts';
import { Form, QuietText } from '../../components/layout/layout.tsx';
import { sentenceOf, useSaving } from '../../components/messages/saving.tsx';
import type { PageDesk } from '../../state/desk.ts';
import classes from './connection-form.module.css';
import { labelOf, MarkFields, type MarkText } from './mark-fields.tsx';
import {
  addressProblem,
  isSameOrigin,
  type PriceUnit,
  parsePage,
  priceText,
  readBaseUrl,
  readPrice,
  withScheme,
} from './prices.ts';
import { CONNECTION_FORM, HEADER_LABELS } from './strings.ts';

interface ConnectionFormProps {
  readonly desk: PageDesk;
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
  const [typedPrices, setTypedPrices] = useState<Partial<Record<ServiceModelId, string>>>({});
  const [typedPage, setTypedPage] = useState<string | null>(null);
  const [mark, setMark] = useState<MarkText>({ color: connection?.color ?? null, label: connection?.label ?? '' });
  const [paths, setPaths] = useState<OpenPaths>(pathsOf(connection?.paths));
  const [tried, setTried] = useState(false);
  const { busy, clear, refusal, save } = useSaving(onDone);

  const vault = useStore(desk.session, (session) => session.vaultSentence);

  const typed = withScheme(address);
  const baseUrl = readBaseUrl(typed);
  const problem = addressProblem(typed);
  const adding = connection === undefined;

  // A key is sent only to the host for which it was entered, and prices and the billing page are those of its service.
  const moved = !adding && baseUrl !== null && !isSameOrigin(baseUrl, connection.baseUrl);
  const known = moved ? undefined : connection;
  const prices = {
    'service-2': typedPrices['service-2'] ?? priceText(known?.prices['service-2'] ?? null),
    'service-3.5': typedPrices['service-3.5'] ?? priceText(known?.prices['service-3.5'] ?? null),
  };
  const billingPage = typedPage ?? known?.billingPage ?? '';
  const page = parsePage(billingPage);
  const parsed = {
    'service-2': readPrice(prices['service-2'], unit),
    'service-3.5': readPrice(prices['service-3.5'], unit),
  };
  const missing = { name: name.trim() === '', key: adding && key.trim() === '' };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    focusFirstProblem(event.currentTarget);
    const two = parsed['service-2'];
    const three = parsed['service-3.5'];
    if (missing.name || missing.key || baseUrl === null) return;
    if (two === 'invalid' || three === 'invalid' || page === 'invalid') return;
    const prices = { 'service-2': two, 'service-3.5': three };
    if (!isEndpointPath(paths.createProject) || !isEndpointPath(paths.listProjects)) return;
    const { color } = mark;
    const label = labelOf(mark);
    const details = { name: name.trim(), baseUrl, headerStyle, prices, billingPage: page, color, label, paths };
    save(() => store(details));
  }

  async function store(
    details: Omit<Parameters<PageDesk['client']['connections']['add']>[0], 'key' | 'keep'>,
  ): Promise<void> {
    const { connections } = desk.client;
    const secret = { key: key.trim(), ...keep };
    const { id } = adding
      ? await connections.add({ ...details, ...secret })
      : await connections.update({ ...details, connectionId: connection.id });
    if (moved && secret.key !== '') await connections.setKey({ connectionId: id, ...secret });
    await desk.refreshConnections();
    if (adding) desk.goToConnection(id);
    void diagnoseConnection(desk, id);
  }

  return (
    <Form gap={14} noValidate onSubmit={submit}>
      <div className={classes.scrolled}>
        <TextInput
          data-autofocus
          required
          label={CONNECTION_FORM.name}
          maxLength={80}
          error={tried && missing.name ? CONNECTION_FORM.nameMissing : null}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          required
          label={CONNECTION_FORM.baseUrl}
          description={CONNECTION_FORM.baseUrlHint}
          placeholder={CONNECTION_FORM.baseUrlExample}
          error={tried && problem !== null ? CONNECTION_FORM.addressProblems[problem] : null}
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
              label={CONNECTION_FORM.key}
              error={tried && missing.key ? CONNECTION_FORM.keyMissing : null}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
          )}
          <Select
            label={CONNECTION_FORM.header}
            allowDeselect={false}
            data={HEADER_STYLES.map((style) => ({ value: style, label: HEADER_LABELS[style] }))}
            value={headerStyle}
            onChange={(value) => setHeaderStyle(HEADER_STYLES.find((style) => style === value) ?? 'bearer')}
          />
        </div>
        {moved && (
          <QuietText m="-6px 2px 0" fz={12}>
            {CONNECTION_FORM.movedNote}
          </QuietText>
        )}
        {(adding || moved) &&
          (choice ?? (
            <QuietText m="-6px 2px 0" fz={12}>
              {vault}
            </QuietText>
          ))}
        <TextInput
          label={CONNECTION_FORM.billingPage}
          description={CONNECTION_FORM.billingPageHint}
          placeholder={CONNECTION_FORM.billingPageExample}
          maxLength={2000}
          error={tried && page === 'invalid' ? CONNECTION_FORM.badPage : null}
          value={billingPage}
          onChange={(event) => setTypedPage(event.currentTarget.value)}
        />
        <PriceFields
          unit={unit}
          onUnit={setUnit}
          prices={prices}
          onPrice={(model, price) => setTypedPrices({ ...typedPrices, [model]: price })}
        />
        <PathFields paths={paths} tried={tried} onChange={setPaths} />
        <MarkFields mark={mark} onChange={setMark} />
      </div>
      <div className={classes.foot}>
        {refusal}
        <Button type="submit" variant="filled" h={38} loading={busy}>
          {adding ? CONNECTION_FORM.save : CONNECTION_FORM.change}
        </Button>
        <QuietText m={0} fz={12}>
          {CONNECTION_FORM.next}
        </QuietText>
      </div>
    </Form>
  );
}

interface PathFieldsProps {
  readonly paths: OpenPaths;
  /** Whether saving was tried. */
  readonly tried: boolean;
  readonly onChange: (paths: OpenPaths) => void;
}

function PathFields({ paths, tried, onChange }: PathFieldsProps) {
  const field = (name: keyof OpenPaths) => (
    <TextInput
      label={CONNECTION_FORM.paths[name]}
      placeholder={DEFAULT_PATHS[name]}
      maxLength={200}
      error={tried && !isEndpointPath(paths[name]) ? CONNECTION_FORM.badPath : null}
      value={paths[name]}
      onChange={(event) => onChange({ ...paths, [name]: event.currentTarget.value.trim() })}
    />
  );
  return (
    <div className={classes.two}>
      {field('createProject')}
      {field('listProjects')}
    </div>
  );
}

/** The given ones, and the usual ones beside them. */
function pathsOf(given: GivenPaths = {}): OpenPaths {
  const { createProject = DEFAULT_PATHS.createProject, listProjects = DEFAULT_PATHS.listProjects } = given;
  return { createProject, listProjects };
}

interface PriceFieldsProps {
  readonly unit: PriceUnit;
  readonly onUnit: (unit: PriceUnit) => void;
  /** As they are typed. */
  readonly prices: Readonly<Record<ServiceModelId, string>>;
  readonly onPrice: (model: ModelId, price: string) => void;
}

function PriceFields({ unit, onUnit, prices, onPrice }: PriceFieldsProps) {
  return (
    <fieldset className={classes.prices}>
      <legend>{CONNECTION_FORM.prices}</legend>
      <div className={classes.unit}>
        <p>{CONNECTION_FORM.pricesHint}</p>
        <SegmentedControl
          size="xs"
          data={[
            { value: 'minute', label: CONNECTION_FORM.perMinute },
            { value: 'second', label: CONNECTION_FORM.perSecond },
          ]}
          value={unit}
          onChange={(value) => onUnit(value === 'second' ? 'second' : 'minute')}
        />
      </div>
      <div className={classes.two}>
        {MODEL_IDS.map((model) => (
          <TextInput
            key={model}
            label={modelOf(model).label}
            inputMode="decimal"
            placeholder={CONNECTION_FORM.noPrice}
            error={readPrice(prices[model], unit) === 'invalid' ? CONNECTION_FORM.badPrice : null}
            value={prices[model]}
            onChange={(event) => onPrice(model, event.currentTarget.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

export type Diagnosis =
  | { readonly kind: 'testing' }
  | { readonly kind: 'said'; readonly ok: boolean; readonly sentence: string };

const diagnoses = createStore<Readonly<Record<string, Diagnosis>>>(() => ({}));

export function useDiagnosis(connectionId: string): Diagnosis | null {
  return useStore(diagnoses, (all) => all[connectionId] ?? null);
}

/** Asks the service whether address and key are right. It sends no recording and costs nothing. */
export async function diagnoseConnection(desk: PageDesk, connectionId: string): Promise<void> {
  diagnoses.setState({ [connectionId]: { kind: 'testing' } });
  const { ok, sentence } = await desk.client.connections
    .test({ connectionId })
    .catch((thrown: unknown) => ({ ok: false, sentence: sentenceOf(thrown) }));
  diagnoses.setState({ [connectionId]: { kind: 'said', ok, sentence } });
  await desk.refreshConnections().catch(() => undefined);
}
