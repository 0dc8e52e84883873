/** What the page says when a call to the desk fails, and forms that save: busy meanwhile, open with a sentence when it is refused. */

import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { MESSAGES } from '../strings.ts';

export interface SavingForm {
  readonly busy: boolean;
  /** What was refused, to be rendered above the button; null when nothing was. */
  readonly refusal: ReactNode;
  /** Runs it, and closes the form once it has succeeded. */
  save(act: () => Promise<void>): void;
  /** Forgets the refusal, because something was changed. */
  clear(): void;
}

/** @param onDone closes the form */
export function useSaving(onDone: () => void): SavingForm {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function run(act: () => Promise<void>): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      await act();
      onDone();
    } catch (thrown) {
      setRefusal(sentenceOf(thrown));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    refusal:
      refusal === null ? null : (
        <Text size="sm" c="var(--ct-bad)" role="alert">
          {refusal}
        </Text>
      ),
    save: (act) => void run(act),
    clear: () => setRefusal(null),
  };
}

/** The desk's own sentence when it refused the call; otherwise a general one. Never technical text. */
export function sentenceOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'data' in thrown) {
    const { data } = thrown;
    if (typeof data === 'object' && data !== null && 'userMessage' in data && typeof data.userMessage === 'string') {
      return data.userMessage;
    }
  }
  return MESSAGES.unreachable;
}

/** Shows why a question was refused, and passes it on. */
export function showAndThrow(thrown: unknown): never {
  showRefusal(thrown);
  throw thrown;
}

/** The code of a refusal of the desk; null for anything else. */
export function codeOf(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null || !('data' in thrown)) return null;
  const { data } = thrown;
  return typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'string'
    ? data.code
    : null;
}

export function showRefusal(thrown: unknown): void {
  notifications.show({ color: 'red', message: sentenceOf(thrown) });
}
