/** Why the account is on hold, since when, what that means, and how it ends. */

import { Button, Group } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { usdWords } from '../../../components/text/usd.ts';
import classes from './billing.module.css';
import type { PartProps } from './billing-settings.tsx';
import { momentOf } from './reading-view.tsx';
import { HOLD } from './strings.ts';

export function BillingHold({
  account: { hold, paymentMethod },
  edit,
  isEditing,
}: PartProps & { readonly isEditing: boolean }) {
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
