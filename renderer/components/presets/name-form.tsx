/** The name of a preset: a new one, or another one. */

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../messages/saving.tsx';
import classes from './presets.module.css';
import { PRESET_WORDS } from './strings.ts';

const LONGEST_NAME = 60;

interface NameFormProps {
  readonly title: string;
  readonly initial: string;
  /** Rejects with the reason why the name isn't taken. */
  readonly onSave: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function NameForm({ title, initial, onSave, onClose }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      className={classes.nameForm}
      aria-label={title}
      onKeyDown={(event) => {
        // Escape closes the form, not everything around it.
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name.trim()).then(onClose, (thrown: unknown) => setError(sentenceOf(thrown)));
      }}
    >
      <TextInput
        autoFocus
        label={title}
        maxLength={LONGEST_NAME}
        value={name}
        error={error}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(null);
        }}
      />
      <div className={classes.nameActions}>
        <Button size="xs" type="submit" variant="filled" disabled={name.trim() === ''}>
          {PRESET_WORDS.save}
        </Button>
        <Button size="xs" onClick={onClose}>
          {PRESET_WORDS.cancel}
        </Button>
      </div>
    </form>
  );
}
