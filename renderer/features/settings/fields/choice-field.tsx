/** A setting with a few answers: side by side where they are short, otherwise as a list. */

import { NativeSelect, SegmentedControl } from '@mantine/core';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** In the order of the answers; one entry for each value. */
  readonly words: Readonly<Record<Value, string>>;
  readonly choices: readonly Value[];
  readonly looks?: 'list' | 'segments';
  readonly onChange: (value: Value) => void;
}

export function ChoiceField<Value extends string>({
  label,
  value,
  words,
  choices,
  looks = 'list',
  onChange,
}: ChoiceFieldProps<Value>) {
  const data = choices.map((choice) => ({ value: choice, label: words[choice] }));

  function choose(chosen: string): void {
    const found = choices.find((choice) => choice === chosen);
    if (found !== undefined) onChange(found);
  }

  if (looks === 'segments')
    return <SegmentedControl size="xs" aria-label={label} value={value} data={data} onChange={choose} />;
  return (
    <NativeSelect
      size="sm"
      w={260}
      maw="100%"
      aria-label={label}
      value={value}
      data={data}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
