/** What happens when the queue has ended. */

import { NativeSelect } from '@mantine/core';
import { WHEN_ENDED, type WhenEnded } from '../../../shared/domain/preferences.ts';
import classes from './settings.module.css';
import { SETTINGS } from './strings.ts';

interface EndingFieldProps {
  readonly chosen: WhenEnded;
  /** Absolute path of the program. */
  readonly script: string;
  readonly onChange: (chosen: WhenEnded) => void;
}

export function EndingField({ chosen, script, onChange }: EndingFieldProps) {
  const { answers, field, scriptHint } = SETTINGS.ending;
  return (
    <>
      <NativeSelect
        size="sm"
        w={300}
        label={field}
        labelProps={{ mb: 5 }}
        value={chosen}
        data={WHEN_ENDED.map((value) => ({ value, label: answers[value] }))}
        onChange={(event) => onChange(WHEN_ENDED.find((one) => one === event.currentTarget.value) ?? 'notify')}
      />
      {chosen === 'script' && (
        <p className={classes.hint}>
          {scriptHint} <code>{script}</code>
        </p>
      )}
    </>
  );
}
