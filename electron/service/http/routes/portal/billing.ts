/** Plans, payment methods, limits and alerts of accounts. */

import {
  billingAccount,
  downgrade,
  setAlerts,
  setBillingCountry,
  setPaymentHold,
  setPaymentMethod,
  setSpendLimit,
  upgrade,
} from '../../../../../shared/service-api/operations/portal-billing.ts';
import type { Caller } from '../../../auth/authenticate.ts';
import { reachedAccount } from '../../../auth/authenticate.ts';
import { paymentMethodRequired } from '../../../rules/billing/refusals.ts';
import { refuse } from '../../../rules/refusal.ts';
import { downgradeAccount, finishDowngrade } from '../../../work/billing/downgrade.ts';
import { withdrawAll } from '../../../work/billing/withdrawals.ts';
import { declinedRefusal, holdOf } from '../../payment-hold.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { billingAccountView } from '../../views/billing.ts';
import type { AddEndpoint } from '../endpoint.ts';

export function addPortalBillingRoutes(add: AddEndpoint, parts: ServiceParts): void {
  const { store, clock } = parts;
  const { billing } = store;

  async function reach(caller: Caller, named: string | undefined): Promise<string> {
    return (await reachedAccount(store.accounts, caller, named)).userId;
  }

  const changeBy = ({ keyId }: Caller) => ({ actorKeyId: keyId, now: clock.now() });
  const describe = async (userId: string) =>
    billingAccountView(
      await billing.account(userId, clock.now()),
      await holdOf(parts, userId),
      await billing.unpaidInvoices(userId),
    );

  add(billingAccount, async ({ caller, body }) => describe(await reach(caller, body.userId)));

  add(setPaymentMethod, async ({ caller, body }) => {
    const userId = await reach(caller, body.userId);
    await billing.setPaymentMethod(userId, body.paymentMethod?.label ?? null, changeBy(caller));
    if (body.paymentMethod !== null) {
      await withdrawAll(parts, await billing.unpaidInvoices(userId), caller.keyId);
      await finishDowngrade(parts, userId, changeBy(caller));
    }
    return describe(userId);
  });

  add(upgrade, async ({ caller, body }) => {
    const userId = await reach(caller, body.userId);
    const outcome = await billing.upgrade(userId, changeBy(caller));
    if (outcome === 'payment-method-required') throw paymentMethodRequired();
    return describe(userId);
  });

  add(downgrade, async ({ caller, body }) => {
    const userId = await reach(caller, body.userId);
    const outcome = await downgradeAccount(parts, userId, changeBy(caller));
    if (outcome === 'unpaid') throw await declinedRefusal(parts, userId);
    return describe(userId);
  });

  add(setBillingCountry, async ({ caller, body }) => {
    const userId = await reach(caller, body.userId);
    await billing.setCountry(userId, body.billingCountry, changeBy(caller));
    return describe(userId);
  });

  add(setSpendLimit, async ({ caller, body }) => {
    const userId = await reach(caller, body.userId);
    if (!(await billing.setSpendLimit(userId, body.limit, changeBy(caller)))) throw developerTierRequired();
    return describe(userId);
  });

  add(setAlerts, async ({ caller, body }) => {
    const userId = await reach(caller, body.userId);
    if (!(await billing.setAlerts(userId, body.amounts, changeBy(caller)))) throw developerTierRequired();
    return describe(userId);
  });

  add(setPaymentHold, async ({ caller, body }) => {
    if (!caller.operator) {
      throw refuse(403, 'Only the operator of the service can put an account on hold.', { code: 'operatorRequired' });
    }
    const userId = await reach(caller, body.userId);
    await billing.setHold(userId, body.hold, changeBy(caller));
    return describe(userId);
  });
}

function developerTierRequired() {
  return refuse(409, 'Spend limits and alerts are for the developer tier. Upgrade the account first.', {
    code: 'developerTierRequired',
  });
}
