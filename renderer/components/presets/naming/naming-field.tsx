/** The template for names of results: its tokens, what is wrong with it, and a preview with real names. */

import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { problemWords } from '../../../../shared/domain/naming/strings.ts';
import {
  LONGEST_TEMPLATE,
  NAMING_TOKENS,
  problemOf,
  type TemplateProblem,
} from '../../../../shared/domain/naming/template.ts';
import { PRESET_SETTINGS } from '../strings.ts';
import { NamingPreview } from './naming-preview.tsx';

interface NamingFieldProps {
  readonly settings: Pick<BatchPreset, 'namingTemplate' | 'models' | 'format' | 'output'>;
  /** The recording whose name the preview uses; those that wait for Start if absent. */
  readonly jobId?: string | undefined;
  readonly onChange: (namingTemplate: string) => void;
}

/** Taken when the field is left or confirmed: half a placeholder is no template. */
export function NamingField({ settings, jobId, onChange }: NamingFieldProps) {
  const { namingTemplate } = settings;
  const [draft, setDraft] = useState(namingTemplate);
  useEffect(() => setDraft(namingTemplate), [namingTemplate]);
  const problem = problemOf(draft);

  function take(next: string): void {
    setDraft(next);
    if (problemOf(next) === null && next !== namingTemplate) onChange(next);
  }

  return (
    <div>
      <TextInput
        label={PRESET_SETTINGS.naming}
        description={PRESET_SETTINGS.namingNote}
        maxLength={LONGEST_TEMPLATE}
        spellCheck={false}
        value={draft}
        error={problem === null ? null : problemWords(problem)}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => take(draft)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(draft);
        }}
      />
      <Correction draft={draft} problem={problem} onTake={take} />
      <Group gap={6} align="stretch" mt={8}>
        {NAMING_TOKENS.map((name) => `{${name}}`)
          .filter((token) => !draft.includes(token))
          .map((token) => (
            <Button
              key={token}
              size="compact-xs"
              variant="light"
              ff="monospace"
              aria-label={PRESET_SETTINGS.addToken(token)}
              onClick={() => take(`${draft}${draft === '' || /[ /]$/.test(draft) ? '' : ' '}${token}`)}
            >
              {token}
            </Button>
          ))}
      </Group>
      {problem === null && <NamingPreview template={draft} settings={settings} jobId={jobId} />}
    </div>
  );
}

interface CorrectionProps {
  readonly draft: string;
  readonly problem: TemplateProblem | null;
  readonly onTake: (template: string) => void;
}

/** Puts the likely token in the place of the unknown one. */
function Correction({ draft, problem, onTake }: CorrectionProps) {
  if (problem?.kind !== 'unknown-token' || problem.likely === null) return null;
  const token = `{${problem.likely}}`;
  const corrected = `${draft.slice(0, problem.at)}${token}${draft.slice(problem.at + problem.text.length)}`;
  return (
    <Button size="compact-xs" mt={8} onClick={() => onTake(corrected)}>
      {PRESET_SETTINGS.takeToken(token)}
    </Button>
  );
}
