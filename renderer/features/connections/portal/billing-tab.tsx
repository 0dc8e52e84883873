/** The billing of an account: a hold first, then figures, plan, payment method, limit and alerts. */

import { Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { PortalAccountView } from '../../../../shared/contract/account/portal.ts';
import { ProgressTrack } from '../../../components/marks/marks.tsx';
import { amountOfAudio } from '../../../components/text/format.ts';
import { usdWords } from '../../../components/text/usd.ts';
import { useReading } from '../account-keys/unread.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import { AlertsForm, BillingLimitForm, BillingQuestion, CountryForm, MethodForm } from './billing-forms.tsx';
import { type BillingPartProps, BillingSettings, type Editing } from './billing-settings.tsx';
import shared from './portal.module.css';
import { momentOf, ReadingView } from './reading-view.tsx';
import { ACCOUNT_BILLING, FORMS, HOLD } from './strings.ts';

export function BillingTab({ desk, connection }: TabProps) {
  const { client } = desk;
  const connectionId = connection.id;
  const ask = useCallback(async () => (await client.portal.account({ connectionId })).account, [client, connectionId]);
  const asked = useReading(ask);
  const [editing, setEditing] = useState<Editing | null>(null);
  // Nothing else is begun meanwhile: its form would go when this one is done, and what is refused would be lost.
  const [working, setWorking] = useState(false);
  const opener = useRef<Element | null>(null);
  const [said, setSaid] = useState('');

  function edit(what: Editing): void {
    opener.current = document.activeElement;
    setEditing(what);
  }

  const stop = () => setEditing(null);

  // The button that opened a form gets the focus back, once it can have it.
  useEffect(() => {
    if (editing !== null || working) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
    opener.current = null;
  }, [editing, working]);

  /** Shows what the service answers to a change. A hold that is over lets recordings continue, which the desk's banner tells too. */
  async function change(wasHeld: boolean, act: () => Promise<{ readonly account: PortalAccountView }>): Promise<void> {
    setWorking(true);
    try {
      const { account } = await act();
      setSaid(wasHeld && account.hold === null ? HOLD.over : '');
      asked.change(() => account);
      await desk.refreshConnections().catch(() => undefined);
    } finally {
      setWorking(false);
    }
  }

  function editor(account: PortalAccountView): ReactNode {
    const { portal } = client;
    const { hold, tier, unpaid } = account;
    const isHeld = hold !== null;
    const due = usdWords(hold?.amount ?? null);
    switch (editing) {
      case 'pay':
        return (
          <BillingQuestion
            title={HOLD.sure(due)}
            text={HOLD.sureText(account.paymentMethod?.label ?? ACCOUNT_BILLING.none)}
            confirm={HOLD.pay(due)}
            act={() => change(isHeld, () => portal.pay({ connectionId, invoiceId: hold?.invoiceId ?? '' }))}
            onDone={stop}
          />
        );
      case 'plan':
        return tier === 'free' ? (
          <BillingQuestion
            title={FORMS.developerTitle}
            text={FORMS.developerText}
            confirm={FORMS.developer}
            act={() => change(isHeld, () => portal.setTier({ connectionId, tier: 'developer' }))}
            onDone={stop}
          />
        ) : (
          <BillingQuestion
            title={FORMS.freeTitle}
            text={FORMS.freeText(usdWords(unpaid + Math.max(0, account.unbilled + account.carried - account.credit)))}
            confirm={FORMS.free}
            act={() => change(isHeld, () => portal.setTier({ connectionId, tier: 'free' }))}
            onDone={stop}
          />
        );
      case 'method':
        return (
          <MethodForm
            present={account.paymentMethod?.label ?? null}
            unpaid={unpaid}
            save={(label) => change(isHeld, () => portal.setPaymentMethod({ connectionId, label }))}
            onDone={stop}
          />
        );
      case 'remove':
        return (
          <BillingQuestion
            title={FORMS.removeTitle}
            text={FORMS.removeText}
            confirm={FORMS.remove}
            act={() => change(isHeld, () => portal.setPaymentMethod({ connectionId, label: null }))}
            onDone={stop}
          />
        );
      case 'country':
        return (
          <CountryForm
            present={account.billingCountry}
            save={(billingCountry) => change(isHeld, () => portal.setBillingCountry({ connectionId, billingCountry }))}
            onDone={stop}
          />
        );
      case 'limit':
        return (
          <BillingLimitForm
            present={account.spendLimit}
            save={(limit) => change(isHeld, () => portal.setSpendLimit({ connectionId, limit }))}
            onDone={stop}
          />
        );
      case 'alerts':
        return (
          <AlertsForm
            present={account.alerts.map(({ amount }) => amount)}
            limit={account.spendLimit}
            save={(amounts) => change(isHeld, () => portal.setAlerts({ connectionId, amounts }))}
            onDone={stop}
          />
        );
      case null:
        return null;
    }
  }

  return (
    <ReadingView connectionId={connectionId} asked={asked}>
      {(account) => (
        <>
          <p role="status" className={shared.said}>
            {said}
          </p>
          {account.hold !== null && <BillingHold account={account} edit={edit} isEditing={editing !== null} />}
          {editor(account)}
          <BillingFigures account={account} />
          <BillingSettings
            account={account}
            edit={edit}
            canChangePlan={connection.kind !== 'built-in'}
            isWorking={working}
          />
        </>
      )}
    </ReadingView>
  );
}

function BillingFigures({ account }: { readonly account: PortalAccountView }) {
  const { carried, credit, held, nextThreshold, spentThisMonth, unbilled } = account;
  const { billableSeconds, lifetime } = account.usage;
  const figures = [
    [ACCOUNT_BILLING.month, spentThisMonth, amountOfAudio(billableSeconds)],
    [ACCOUNT_BILLING.unbilled, unbilled, ACCOUNT_BILLING.unbilledNote(usdWords(carried))],
    [ACCOUNT_BILLING.held, held, ACCOUNT_BILLING.heldNote],
    [ACCOUNT_BILLING.credit, credit, ACCOUNT_BILLING.creditNote],
  ] as const;
  return (
    <>
      <dl className={shared.figures}>
        {figures.map(([name, amount, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={shared.amount}>{usdWords(amount)}</dd>
            <dd className={shared.note}>{note}</dd>
          </div>
        ))}
      </dl>
      {nextThreshold === null ? (
        <p className={shared.note}>{ACCOUNT_BILLING.lastThreshold}</p>
      ) : (
        <Stack gap={6}>
          <span role="img" aria-label={ACCOUNT_BILLING.threshold(usdWords(lifetime), usdWords(nextThreshold))}>
            <ProgressTrack fraction={Math.min(1, lifetime / nextThreshold)} height={6} />
          </span>
          <p className={shared.note}>
            {ACCOUNT_BILLING.threshold(usdWords(lifetime), usdWords(nextThreshold))}. {ACCOUNT_BILLING.monthEnd}
          </p>
        </Stack>
      )}
    </>
  );
}

function BillingHold({
  account: { hold, paymentMethod },
  edit,
  isEditing,
}: BillingPartProps & { readonly isEditing: boolean }) {
  if (hold === null) return null;
  const what = hold.amount === null ? HOLD.operator : HOLD.declined(usdWords(hold.amount));
  return (
    <section className={shared.hold} aria-label={HOLD.title}>
      <IconAlertTriangleFilled size={20} aria-hidden />
      <div>
        <h3>{HOLD.title}</h3>
        <p>
          {hold.since === null ? `${what}.` : HOLD.since(what, momentOf(hold.since))} {HOLD.effect}
          {hold.invoiceId === null && ` ${HOLD.ask}`}
        </p>
        {hold.invoiceId !== null && !isEditing && (
          <Group gap={8}>
            {paymentMethod !== null && (
              <Button variant="filled" onClick={() => edit('pay')}>
                {HOLD.pay(usdWords(hold.amount))}
              </Button>
            )}
            <Button variant={paymentMethod === null ? 'filled' : 'default'} onClick={() => edit('method')}>
              {paymentMethod === null ? HOLD.add : HOLD.replace}
            </Button>
          </Group>
        )}
      </div>
    </section>
  );
}
