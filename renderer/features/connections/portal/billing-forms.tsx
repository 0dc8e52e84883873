/** The small forms and questions of the tab Billing. */

import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { containsCardNumber, LONGEST_PAYMENT_LABEL } from '../../../../shared/domain/costs/payment-label.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { focusFirstProblem } from '../../../components/dialogs/dialogs.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import { readUsdField, usdText, usdWords } from '../../../components/text/usd.ts';
import classes from './portal.module.css';
import { ACCOUNT_WORDS, FORMS } from './strings.ts';

/** Shares of the limit at which alerts are suggested, in percent. */
const SHARES = [50, 80, 100];
const MOST_ALERTS = 20;

interface Ends {
  /** After it was saved, or given up. */
  onDone(): void;
}

interface FieldFormProps extends Ends {
  readonly label: string;
  readonly note: string;
  readonly present: string;
  readonly button: string;
  readonly mostCharacters?: number;
  /** What is wrong with the text; null for nothing. */
  readonly problem: (text: string) => string | null;
  readonly save: (text: string) => Promise<void>;
  readonly extra?: (put: (text: string) => void) => ReactNode;
}

function FieldForm({ label, note, present, button, mostCharacters, problem, save, extra, onDone }: FieldFormProps) {
  const [text, setText] = useState(present);
  const [tried, setTried] = useState(false);
  const { busy, refusal, save: saveWith } = useSaving(onDone);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    focusFirstProblem(event.currentTarget);
    if (problem(text) === null) saveWith(() => save(text));
  }

  return (
    <form className={classes.edit} noValidate onSubmit={submit}>
      <TextInput
        autoFocus
        autoComplete="off"
        label={label}
        description={note}
        maxLength={mostCharacters}
        error={tried ? problem(text) : null}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {refusal}
      <Group gap={8}>
        <Button type="submit" variant="filled" loading={busy}>
          {button}
        </Button>
        <Button disabled={busy} onClick={onDone}>
          {ACCOUNT_WORDS.cancel}
        </Button>
        {extra?.(setText)}
      </Group>
    </form>
  );
}

interface MethodFormProps extends Ends {
  readonly present: string | null;
  /** What saving charges. */
  readonly unpaid: MicroUsd;
  readonly save: (label: string) => Promise<void>;
}

export function MethodForm({ present, unpaid, save, onDone }: MethodFormProps) {
  return (
    <FieldForm
      label={FORMS.method}
      note={FORMS.methodNote}
      present={present ?? ''}
      button={unpaid === 0 ? FORMS.save : FORMS.saveAndPay(usdWords(unpaid))}
      mostCharacters={LONGEST_PAYMENT_LABEL}
      problem={(text) => {
        if (text.trim() === '') return FORMS.methodMissing;
        return containsCardNumber(text) ? FORMS.cardNumber : null;
      }}
      save={(text) => save(text.trim())}
      onDone={onDone}
    />
  );
}

/** Two capital letters (ISO 3166-1); null when it is something else. */
export function readCountry(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

interface CountryFormProps extends Ends {
  readonly present: string | null;
  readonly save: (country: string) => Promise<void>;
}

export function CountryForm({ present, save, onDone }: CountryFormProps) {
  return (
    <FieldForm
      label={FORMS.country}
      note={FORMS.countryNote}
      present={present ?? ''}
      button={FORMS.save}
      mostCharacters={2}
      problem={(text) => (readCountry(text) === null ? FORMS.countryInvalid : null)}
      save={async (text) => {
        const country = readCountry(text);
        if (country !== null) await save(country);
      }}
      onDone={onDone}
    />
  );
}

interface LimitFormProps extends Ends {
  readonly present: MicroUsd | null;
  readonly save: (limit: MicroUsd | null) => Promise<void>;
}

export function BillingLimitForm({ present, save, onDone }: LimitFormProps) {
  const read = (text: string) => {
    const limit = readUsdField(text);
    return limit === 0 ? 'invalid' : limit;
  };
  return (
    <FieldForm
      label={FORMS.limit}
      note={FORMS.limitNote}
      present={usdText(present)}
      button={FORMS.save}
      problem={(text) => (read(text) === 'invalid' ? FORMS.invalid : null)}
      save={async (text) => {
        const limit = read(text);
        if (limit !== 'invalid') await save(limit);
      }}
      onDone={onDone}
    />
  );
}

interface AlertsFormProps extends Ends {
  readonly present: readonly MicroUsd[];
  readonly limit: MicroUsd | null;
  readonly save: (amounts: MicroUsd[]) => Promise<void>;
}

export function AlertsForm({ present, limit, save, onDone }: AlertsFormProps) {
  return (
    <FieldForm
      label={FORMS.alerts}
      note={FORMS.alertsNote}
      present={present.map(usdText).join(' ')}
      button={FORMS.save}
      problem={(text) => (readAmounts(text) === null ? FORMS.invalid : null)}
      save={async (text) => {
        const amounts = readAmounts(text);
        if (amounts !== null) await save(amounts);
      }}
      extra={(put) =>
        limit !== null && (
          <Button
            variant="subtle"
            onClick={() => put(SHARES.map((share) => usdText(Math.round((limit * share) / 100))).join(' '))}
          >
            {FORMS.shares}
          </Button>
        )
      }
      onDone={onDone}
    />
  );
}

/** Amounts with spaces between them, none twice; null when one isn't an amount. */
function readAmounts(text: string): MicroUsd[] | null {
  const parts = text.split(/[\s;]+/).filter((part) => part !== '');
  const amounts = parts.map(readUsdField).filter((amount) => typeof amount === 'number' && amount > 0);
  const isValid = amounts.length === parts.length && amounts.length <= MOST_ALERTS;
  return isValid ? [...new Set(amounts as MicroUsd[])].sort((one, other) => one - other) : null;
}

interface QuestionProps extends Ends {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly act: () => Promise<void>;
}

/** Asks before something that costs money, or that stops the work. */
export function BillingQuestion({ title, text, confirm, act, onDone }: QuestionProps) {
  const { busy, refusal, save } = useSaving(onDone);
  return (
    <section className={classes.edit} aria-label={title}>
      <h3>{title}</h3>
      <p>{text}</p>
      {refusal}
      <Group gap={8}>
        <Button variant="filled" loading={busy} onClick={() => save(act)}>
          {confirm}
        </Button>
        <Button autoFocus disabled={busy} onClick={onDone}>
          {ACCOUNT_WORDS.cancel}
        </Button>
      </Group>
    </section>
  );
}
