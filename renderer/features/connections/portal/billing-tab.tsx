/** The billing of an account: a hold first, then figures, plan, payment method, limit and alerts. */

import { Button } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { PortalAccountView } from '../../../../shared/contract/portal.ts';
import { ProgressTrack } from '../../../components/marks/marks.tsx';
import { amountOfAudio } from '../../../components/text/format.ts';
import { usdWords } from '../../../components/text/usd.ts';
import { AlertsForm, LimitForm, MethodForm, Question } from './billing-forms.tsx';
import classes from './portal.module.css';
import { dayOf, momentOf, ReadingView, type TabProps } from './reading-view.tsx';
import { BILLING, FORMS, HOLD } from './strings.ts';
import { useReading } from './use-reading.ts';

type Editing = 'pay' | 'plan' | 'method' | 'remove' | 'limit' | 'alerts';

/** What the parts of the tab share. */
interface PartProps {
  readonly account: PortalAccountView;
  readonly edit: (what: Editing) => void;
}

export function BillingTab({ desk, connection }: TabProps) {
  const { client } = desk;
  const connectionId = connection.id;
  const ask = useCallback(async () => (await client.portal.account({ connectionId })).account, [client, connectionId]);
  const asked = useReading(ask);
  const [editing, edit] = useState<Editing | null>(null);
  const [said, setSaid] = useState('');
  const stop = () => edit(null);

  /** Shows what the service answers to a change. A hold that is over lets recordings continue, which the desk's banner tells too. */
  async function change(wasHeld: boolean, act: () => Promise<{ readonly account: PortalAccountView }>): Promise<void> {
    const { account } = await act();
    setSaid(wasHeld && account.hold === null ? HOLD.over : '');
    asked.put(account);
    await desk.refreshConnections().catch(() => undefined);
  }

  function editor(account: PortalAccountView): ReactNode {
    const { portal } = client;
    const { hold, plan } = account;
    const isHeld = hold !== null;
    const unpaid = hold?.amount ?? null;
    switch (editing) {
      case 'pay':
        return (
          <Question
            title={HOLD.sure(usdWords(unpaid))}
            text={HOLD.sureText(account.paymentMethod ?? BILLING.none)}
            confirm={HOLD.pay(usdWords(unpaid))}
            act={() => change(isHeld, () => portal.pay({ connectionId, invoiceId: hold?.invoiceId ?? '' }))}
            onDone={stop}
          />
        );
      case 'plan':
        return plan === 'free' ? (
          <Question
            title={FORMS.developerTitle}
            text={FORMS.developerText}
            confirm={FORMS.developer}
            act={() => change(isHeld, () => portal.setPlan({ connectionId, plan: 'developer' }))}
            onDone={stop}
          />
        ) : (
          <Question
            title={FORMS.freeTitle}
            text={FORMS.freeText(usdWords(Math.max(0, account.unbilled + account.carried - account.credit)))}
            confirm={FORMS.free}
            act={() => change(isHeld, () => portal.setPlan({ connectionId, plan: 'free' }))}
            onDone={stop}
          />
        );
      case 'method':
        return (
          <MethodForm
            present={account.paymentMethod}
            unpaid={unpaid}
            save={(label) => change(isHeld, () => portal.setPaymentMethod({ connectionId, label }))}
            onDone={stop}
          />
        );
      case 'remove':
        return (
          <Question
            title={FORMS.removeTitle}
            text={FORMS.removeText}
            confirm={FORMS.remove}
            act={() => change(isHeld, () => portal.setPaymentMethod({ connectionId, label: null }))}
            onDone={stop}
          />
        );
      case 'limit':
        return (
          <LimitForm
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
    <ReadingView asked={asked}>
      {(account) => (
        <>
          <p role="status" className={classes.said}>
            {said}
          </p>
          {account.hold !== null && <Hold account={account} edit={edit} isEditing={editing !== null} />}
          {editor(account)}
          <Figures account={account} />
          <Settings account={account} edit={edit} canChangePlan={connection.kind !== 'built-in'} />
        </>
      )}
    </ReadingView>
  );
}

function Hold({ account: { hold, paymentMethod }, edit, isEditing }: PartProps & { readonly isEditing: boolean }) {
  if (hold === null) return null;
  const what = hold.amount === null ? HOLD.operator : HOLD.declined(usdWords(hold.amount));
  return (
    <section className={classes.hold} aria-label={HOLD.title}>
      <IconAlertTriangleFilled size={20} aria-hidden />
      <div>
        <h3>{HOLD.title}</h3>
        <p>
          {hold.since === null ? `${what}.` : HOLD.since(what, momentOf(hold.since))} {HOLD.effect}
          {hold.invoiceId === null && ` ${HOLD.ask}`}
        </p>
        {hold.invoiceId !== null && !isEditing && (
          <div className={classes.row}>
            {paymentMethod !== null && (
              <Button variant="filled" onClick={() => edit('pay')}>
                {HOLD.pay(usdWords(hold.amount))}
              </Button>
            )}
            <Button variant={paymentMethod === null ? 'filled' : 'default'} onClick={() => edit('method')}>
              {paymentMethod === null ? HOLD.add : HOLD.replace}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function Figures({ account }: { readonly account: PortalAccountView }) {
  const { carried, credit, held, lifetime, month, monthSeconds, nextThreshold, unbilled } = account;
  const figures = [
    [BILLING.month, month, amountOfAudio(monthSeconds)],
    [BILLING.unbilled, unbilled, BILLING.unbilledNote(usdWords(carried))],
    [BILLING.held, held, BILLING.heldNote],
    [BILLING.credit, credit, BILLING.creditNote],
  ] as const;
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([name, amount, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.amount}>{usdWords(amount)}</dd>
            <dd className={classes.note}>{note}</dd>
          </div>
        ))}
      </dl>
      {nextThreshold === null ? (
        <p className={classes.note}>{BILLING.lastThreshold}</p>
      ) : (
        <div className={classes.threshold}>
          <span role="img" aria-label={BILLING.threshold(usdWords(lifetime), usdWords(nextThreshold))}>
            <ProgressTrack fraction={Math.min(1, lifetime / nextThreshold)} height={6} />
          </span>
          <p className={classes.note}>
            {BILLING.threshold(usdWords(lifetime), usdWords(nextThreshold))}. {BILLING.monthEnd}
          </p>
        </div>
      )}
    </>
  );
}

function Settings({ account, edit, canChangePlan }: PartProps & { readonly canChangePlan: boolean }) {
  const { alerts, leavingSince, month, paymentMethod, plan, spendLimit } = account;
  const isPaid = plan === 'developer';
  return (
    <dl className={classes.settings}>
      <Setting name={BILLING.plan} value={leavingSince === null ? BILLING.plans[plan] : BILLING.leaving}>
        {canChangePlan && (
          <Change
            label={BILLING.plan}
            words={isPaid ? BILLING.toFree : BILLING.toDeveloper}
            onClick={() => edit('plan')}
          />
        )}
      </Setting>
      <Setting name={BILLING.method} value={paymentMethod ?? BILLING.none}>
        <Change
          label={BILLING.method}
          words={paymentMethod === null ? BILLING.add : BILLING.replace}
          onClick={() => edit('method')}
        />
        {paymentMethod !== null && (
          <Change label={BILLING.method} words={BILLING.remove} onClick={() => edit('remove')} />
        )}
      </Setting>
      <Setting
        name={BILLING.limit}
        value={
          spendLimit === null
            ? BILLING.noLimit
            : BILLING.limitUsed(usdWords(spendLimit), Math.floor((month / Math.max(1, spendLimit)) * 100))
        }
      >
        {isPaid && <Change label={BILLING.limit} words={BILLING.change} onClick={() => edit('limit')} />}
      </Setting>
      <Setting name={BILLING.alerts} value={alertWords(alerts)}>
        {isPaid && <Change label={BILLING.alerts} words={BILLING.change} onClick={() => edit('alerts')} />}
      </Setting>
    </dl>
  );
}

function alertWords(alerts: PortalAccountView['alerts']): string {
  if (alerts.length === 0) return BILLING.noAlerts;
  return alerts
    .map(({ amount, reachedAt }) =>
      reachedAt === null ? usdWords(amount) : BILLING.reached(usdWords(amount), dayOf(reachedAt)),
    )
    .join(' · ');
}

function Setting({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className={classes.setting}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className={classes.row}>{children}</dd>
    </div>
  );
}

function Change({ label, words, onClick }: { label: string; words: string; onClick(): void }) {
  return (
    <Button h={30} fz={12} aria-label={BILLING.changeNamed(words, label)} onClick={onClick}>
      {words}
    </Button>
  );
}
