/** What is read of an account. Where it can’t be: why, trying again, and entering the admin key where that may help. */

import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useKeyStorage } from '../../../components/connections/key-form.tsx';
import { focusFirstProblem } from '../../../components/dialogs/dialogs.ts';
import { Form } from '../../../components/layout/layout.tsx';
import { codeOf, sentenceOf, useSaving } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { type AskedAnswer, useAsked } from '../../../state/use-asked.ts';
import classes from './account-keys.module.css';
import { KEYS } from './strings.ts';

export interface ReadFailure {
  readonly sentence: string;
  /** Another key may be allowed to. */
  readonly isOfKey: boolean;
}

const OF_KEY: readonly (string | null)[] = ['keyMayNot', 'keyMissing', 'keyRefused'];

export function unreadReason(thrown: unknown): ReadFailure {
  return { sentence: sentenceOf(thrown), isOfKey: OF_KEY.includes(codeOf(thrown)) };
}

export type ReadState<Answer> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: ReadFailure }
  | { readonly kind: 'read'; readonly answer: Answer };

export interface AccountReading<Answer> extends Pick<AskedAnswer<Answer>, 'change'> {
  readonly reading: ReadState<Answer>;
  read(): void;
}

/** @param ask kept stable by the caller */
export function useReading<Answer>(ask: () => Promise<Answer>): AccountReading<Answer> {
  const asked = useAsked(ask);
  return { reading: readingOf(asked), read: asked.again, change: asked.change };
}

/** What was read stays in sight until the next answer; a failure only until it is tried again. */
function readingOf<Answer>({ answer, isAsking, thrown }: AskedAnswer<Answer>): ReadState<Answer> {
  if (thrown !== null) return isAsking ? { kind: 'loading' } : { kind: 'failed', failure: unreadReason(thrown) };
  return answer === null ? { kind: 'loading' } : { kind: 'read', answer };
}

interface UnreadProps {
  readonly connectionId: string;
  readonly failure: ReadFailure;
  again(): void;
}

export function Unread({ connectionId, failure: { isOfKey, sentence }, again }: UnreadProps) {
  const desk = useDesk();
  const isRemote = useSession(({ connections }) =>
    connections.some(({ id, kind }) => id === connectionId && kind === 'remote'),
  );
  return (
    <>
      <div className={classes.failed} role="alert">
        <p>{sentence}</p>
        <Button onClick={again}>{KEYS.again}</Button>
      </div>
      {isOfKey && isRemote && <AdminKeyForm desk={desk} connectionId={connectionId} onDone={again} />}
    </>
  );
}

interface AdminKeyFormProps {
  readonly desk: PageDesk;
  readonly connectionId: string;
  readonly onDone: () => void;
}

export function AdminKeyForm({ desk, connectionId, onDone }: AdminKeyFormProps) {
  const [key, setKey] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, refusal, save } = useSaving(onDone);
  const { keep, choice } = useKeyStorage(desk);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    focusFirstProblem(event.currentTarget);
    if (key.trim() === '') return;
    save(() => desk.client.keys.setAdmin({ connectionId, key: key.trim(), ...keep }));
  }

  return (
    <Form gap={10} mt={12} noValidate onSubmit={submit}>
      <PasswordInput
        autoComplete="off"
        label={KEYS.admin}
        description={KEYS.adminNote}
        error={tried && key.trim() === '' ? KEYS.adminMissing : null}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {choice}
      {refusal}
      <Button type="submit" loading={busy}>
        {KEYS.saveAdmin}
      </Button>
    </Form>
  );
}
