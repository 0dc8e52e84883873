/** What is put before and after each recording, and for how long they overlap it. */

import { type BatchPreset, partsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { LONGEST_CROSS_FADE, USUAL_CROSS_FADE } from '../../../../shared/domain/export/settings.ts';
import { BOOKENDS } from '../strings.ts';
import { Field } from './field.tsx';
import { FileChoice } from './file-choice.tsx';
import { Level } from './loudness-fields.tsx';
import classes from './settings.module.css';

interface BookendFieldsProps {
  readonly settings: Pick<BatchPreset, 'crossFade' | 'intro' | 'outro'>;
  readonly onChange: (changes: RowSettings) => void;
}

export function BookendFields({ settings, onChange }: BookendFieldsProps) {
  const { crossFade = USUAL_CROSS_FADE, intro = '', outro = '' } = settings;
  const shared = { words: BOOKENDS.file, purpose: 'bookend' } as const;
  return (
    <>
      <FileChoice {...shared} label={BOOKENDS.intro} file={intro} onChange={(file) => onChange({ intro: file })} />
      <FileChoice {...shared} label={BOOKENDS.outro} file={outro} onChange={(file) => onChange({ outro: file })} />
      {partsOf({ intro, outro }).length > 0 && (
        <Field label={BOOKENDS.crossFade}>
          <Level
            label={BOOKENDS.crossFade}
            unit={BOOKENDS.crossFadeUnit}
            value={crossFade}
            min={0}
            max={LONGEST_CROSS_FADE}
            onChange={(seconds) => onChange({ crossFade: seconds })}
          />
        </Field>
      )}
      <p className={classes.note}>{BOOKENDS.note}</p>
    </>
  );
}
