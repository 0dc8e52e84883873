/** Saving what a form has: busy meanwhile, open with a sentence when it is refused. */

import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from './refusal.ts';

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
