/** What couldn't be read of an account: why, trying again, and entering the admin key where that may help. */

import { Button } from '@mantine/core';
import { codeOf, sentenceOf } from '../../../components/messages/refusal.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import classes from './account-keys.module.css';
import { AdminKeyForm } from './admin-key-form.tsx';
import { KEYS } from './strings.ts';

export interface Failure {
  readonly sentence: string;
  /** Another key may be allowed to. */
  readonly isOfKey: boolean;
}

const OF_KEY: readonly (string | null)[] = ['keyMayNot', 'keyMissing', 'keyRefused'];

export function failureOf(thrown: unknown): Failure {
  return { sentence: sentenceOf(thrown), isOfKey: OF_KEY.includes(codeOf(thrown)) };
}

interface UnreadProps {
  readonly connectionId: string;
  readonly failure: Failure;
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
