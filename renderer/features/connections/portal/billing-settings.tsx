/** Plan, payment method, billing country, spend limit and alerts of an account, each with the button that changes it. */

import type { PortalAccountView } from '../../../../shared/contract/account/portal.ts';
import { ReasonButton } from '../../../components/messages/reason-button.tsx';
import { usdWords } from '../../../components/text/usd.ts';
import { Fact, Facts } from '../detail-parts.tsx';
import { dayWords } from './reading-view.tsx';
import { ACCOUNT_BILLING } from './strings.ts';

export type Editing = 'pay' | 'plan' | 'method' | 'remove' | 'country' | 'limit' | 'alerts';

/** What the parts of the tab share that lead to a form. */
export interface BillingPartProps {
  readonly account: PortalAccountView;
  readonly edit: (what: Editing) => void;
}

interface BillingSettingsProps extends BillingPartProps {
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
        <Fact
          name={ACCOUNT_BILLING.plan}
          value={downgradeAskedAt === null ? ACCOUNT_BILLING.plans[tier] : ACCOUNT_BILLING.leaving}
        >
          {canChangePlan && (
            <Change
              label={ACCOUNT_BILLING.plan}
              words={isPaid ? ACCOUNT_BILLING.toFree : ACCOUNT_BILLING.toDeveloper}
              reason={isPaid || paymentMethod !== null ? null : ACCOUNT_BILLING.methodFirst}
              onClick={() => edit('plan')}
            />
          )}
        </Fact>
        <Fact name={ACCOUNT_BILLING.method} value={paymentMethod?.label ?? ACCOUNT_BILLING.none}>
          <Change
            label={ACCOUNT_BILLING.method}
            words={paymentMethod === null ? ACCOUNT_BILLING.add : ACCOUNT_BILLING.replace}
            onClick={() => edit('method')}
          />
          {paymentMethod !== null && (
            <Change label={ACCOUNT_BILLING.method} words={ACCOUNT_BILLING.remove} onClick={() => edit('remove')} />
          )}
        </Fact>
        <Fact name={ACCOUNT_BILLING.country} value={billingCountry ?? ACCOUNT_BILLING.noCountry}>
          <Change label={ACCOUNT_BILLING.country} words={ACCOUNT_BILLING.change} onClick={() => edit('country')} />
        </Fact>
        <Fact
          name={ACCOUNT_BILLING.limit}
          value={
            spendLimit === null
              ? ACCOUNT_BILLING.noLimit
              : ACCOUNT_BILLING.limitUsed(
                  usdWords(spendLimit),
                  Math.floor((spentThisMonth / Math.max(1, spendLimit)) * 100),
                )
          }
        >
          <Change
            label={ACCOUNT_BILLING.limit}
            words={ACCOUNT_BILLING.change}
            reason={isPaid ? null : ACCOUNT_BILLING.onlyPaid}
            onClick={() => edit('limit')}
          />
        </Fact>
        <Fact name={ACCOUNT_BILLING.alerts} value={alertWords(alerts)}>
          <Change
            label={ACCOUNT_BILLING.alerts}
            words={ACCOUNT_BILLING.change}
            reason={isPaid ? null : ACCOUNT_BILLING.onlyPaid}
            onClick={() => edit('alerts')}
          />
        </Fact>
      </Facts>
    </fieldset>
  );
}

function alertWords(alerts: PortalAccountView['alerts']): string {
  if (alerts.length === 0) return ACCOUNT_BILLING.noAlerts;
  return alerts
    .map(({ amount, reachedAt }) =>
      reachedAt === null ? usdWords(amount) : ACCOUNT_BILLING.reached(usdWords(amount), dayWords(reachedAt)),
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
    <ReasonButton
      h={30}
      fz={12}
      aria-label={ACCOUNT_BILLING.changeNamed(words, label)}
      reason={reason}
      onClick={onClick}
    >
      {words}
    </ReasonButton>
  );
}
