/** Plan, payment method, billing country, spend limit and alerts of an account, each with the button that changes it. */

import type { PortalAccountView } from '../../../../shared/contract/account/portal.ts';
import { ReasonButton } from '../../../components/messages/reason-button.tsx';
import { usdWords } from '../../../components/text/usd.ts';
import { Fact, Facts } from '../facts.tsx';
import { dayOf } from './reading-view.tsx';
import { BILLING } from './strings.ts';

export type Editing = 'pay' | 'plan' | 'method' | 'remove' | 'country' | 'limit' | 'alerts';

/** What the parts of the tab share that lead to a form. */
export interface PartProps {
  readonly account: PortalAccountView;
  readonly edit: (what: Editing) => void;
}

interface BillingSettingsProps extends PartProps {
  readonly canChangePlan: boolean;
  /** Whether a change is under way: meanwhile no other is begun. */
  readonly isWorking: boolean;
}

export function BillingSettings({ account, edit, canChangePlan, isWorking }: BillingSettingsProps) {
  const { alerts, billingCountry, downgradeAskedAt, paymentMethod, spendLimit, spentThisMonth, tier } = account;
  const isPaid = tier === 'developer';
  return (
    <fieldset disabled={isWorking}>
      <Facts>
        <Fact name={BILLING.plan} value={downgradeAskedAt === null ? BILLING.plans[tier] : BILLING.leaving}>
          {canChangePlan && (
            <Change
              label={BILLING.plan}
              words={isPaid ? BILLING.toFree : BILLING.toDeveloper}
              onClick={() => edit('plan')}
            />
          )}
        </Fact>
        <Fact name={BILLING.method} value={paymentMethod?.label ?? BILLING.none}>
          <Change
            label={BILLING.method}
            words={paymentMethod === null ? BILLING.add : BILLING.replace}
            onClick={() => edit('method')}
          />
          {paymentMethod !== null && (
            <Change label={BILLING.method} words={BILLING.remove} onClick={() => edit('remove')} />
          )}
        </Fact>
        <Fact name={BILLING.country} value={billingCountry ?? BILLING.noCountry}>
          <Change label={BILLING.country} words={BILLING.change} onClick={() => edit('country')} />
        </Fact>
        <Fact
          name={BILLING.limit}
          value={
            spendLimit === null
              ? BILLING.noLimit
              : BILLING.limitUsed(usdWords(spendLimit), Math.floor((spentThisMonth / Math.max(1, spendLimit)) * 100))
          }
        >
          <Change
            label={BILLING.limit}
            words={BILLING.change}
            reason={isPaid ? null : BILLING.onlyPaid}
            onClick={() => edit('limit')}
          />
        </Fact>
        <Fact name={BILLING.alerts} value={alertWords(alerts)}>
          <Change
            label={BILLING.alerts}
            words={BILLING.change}
            reason={isPaid ? null : BILLING.onlyPaid}
            onClick={() => edit('alerts')}
          />
        </Fact>
      </Facts>
    </fieldset>
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

interface ChangeProps {
  readonly label: string;
  readonly words: string;
  /** Why it can't be changed; null or absent when it can. */
  readonly reason?: string | null;
  onClick(): void;
}

function Change({ label, words, reason = null, onClick }: ChangeProps) {
  return (
    <ReasonButton h={30} fz={12} aria-label={BILLING.changeNamed(words, label)} reason={reason} onClick={onClick}>
      {words}
    </ReasonButton>
  );
}
