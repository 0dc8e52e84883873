/** The users that the account's admin key reaches, and adding one. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useState } from 'react';
import { focusFirstProblem } from '../../../components/dialogs/dialogs.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import { shownName } from '../../../components/text/format.ts';
import { useReading } from '../account-keys/unread.tsx';
import { DetailTable } from '../detail-parts.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import { readCountry } from './billing-forms.tsx';
import classes from './portal.module.css';
import { dayWords, ReadingView } from './reading-view.tsx';
import { ACCOUNT_BILLING, FORMS, USERS } from './strings.ts';

const TIERS = ['free', 'developer'] as const;

export function UsersTab({ desk, connection: { id: connectionId } }: TabProps) {
  const { client } = desk;
  const asked = useReading(useCallback(() => client.portal.users({ connectionId }), [client, connectionId]));
  return (
    <ReadingView connectionId={connectionId} asked={asked}>
      {({ users }) => (
        <>
          <DetailTable label={USERS.table} columns={USERS.columns}>
            {users.map(({ createdAt, name, operator, tier, userId }) => (
              <tr key={userId}>
                <th scope="row">
                  {shownName(name)}
                  {operator && <small>{USERS.operator}</small>}
                </th>
                <td>{ACCOUNT_BILLING.plans[tier]}</td>
                <td>{dayWords(createdAt)}</td>
                <td>
                  <code>{shownName(userId)}</code>
                </td>
              </tr>
            ))}
          </DetailTable>
          {users.some(({ operator }) => operator) && (
            <NewUser
              add={async (user) => {
                await client.portal.createUser({ connectionId, ...user });
                // A list that can't be read is no user that can't be added.
                await client.portal.users({ connectionId }).then((users) => asked.change(() => users), asked.read);
              }}
            />
          )}
        </>
      )}
    </ReadingView>
  );
}

interface NewUserProps {
  add(user: { name: string; tier: (typeof TIERS)[number]; billingCountry?: string }): Promise<void>;
}

function NewUser({ add }: NewUserProps) {
  const [name, setName] = useState('');
  const [country, setCountry] = useState('');
  const [tier, setTier] = useState<(typeof TIERS)[number]>('free');
  const [tried, setTried] = useState(false);
  const [said, setSaid] = useState('');
  const { busy, refusal, save } = useSaving(() => {
    setSaid(USERS.added(name.trim()));
    setName('');
    setTried(false);
  });
  const code = readCountry(country);
  const isCountry = country.trim() === '' || code !== null;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    focusFirstProblem(event.currentTarget);
    setSaid('');
    if (name.trim() === '' || !isCountry) return;
    save(() => add({ name: name.trim(), tier, ...(code === null ? {} : { billingCountry: code }) }));
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <h3>{USERS.title}</h3>
      <p className={classes.note}>{USERS.note}</p>
      <div className={classes.columns}>
        <TextInput
          label={USERS.name}
          maxLength={100}
          error={tried && name.trim() === '' ? USERS.nameMissing : null}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={USERS.plan}
          data={TIERS.map((value) => ({ value, label: ACCOUNT_BILLING.plans[value] }))}
          value={tier}
          onChange={(event) => setTier(event.currentTarget.value === 'developer' ? 'developer' : 'free')}
        />
        <TextInput
          label={USERS.country}
          error={tried && !isCountry ? FORMS.countryInvalid : null}
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
      </div>
      {refusal}
      <p role="status" className={classes.said}>
        {said}
      </p>
      <Button type="submit" loading={busy}>
        {USERS.add}
      </Button>
    </form>
  );
}
