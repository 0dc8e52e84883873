/** What closing the window does while work runs. */

import { NativeSelect } from '@mantine/core';
import type { Preferences } from '../../../shared/domain/preferences.ts';
import { SETTINGS } from './strings.ts';

type WhenClosed = Preferences['whenClosed'];

const CHOICES: readonly WhenClosed[] = ['ask', 'keep-working', 'quit'];

interface ClosingFieldProps {
  readonly chosen: WhenClosed;
  readonly onChange: (chosen: WhenClosed) => void;
}

export function ClosingField({ chosen, onChange }: ClosingFieldProps) {
  const { answers, field } = SETTINGS.closing;
  return (
    <NativeSelect
      size="sm"
      w={300}
      label={field}
      labelProps={{ mb: 5 }}
      value={chosen}
      data={CHOICES.map((value) => ({ value, label: answers[value] }))}
      onChange={(event) => onChange(CHOICES.find((one) => one === event.currentTarget.value) ?? 'ask')}
    />
  );
}
