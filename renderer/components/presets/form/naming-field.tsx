/** The template for names of results, with a preview from a real name. */

import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import type { ExportFormat } from '../../../../shared/domain/export-settings.ts';
import { extensionOf } from '../../../../shared/domain/media-types.ts';
import { outputFileName } from '../../../../shared/domain/naming.ts';
import { useQueue } from '../../../state/desk-context.ts';
import { isStartable } from '../../../state/job-group.ts';
import type { QueueState } from '../../../state/queue-store.ts';
import { shownName } from '../../text/format.ts';
import { SETTINGS } from '../strings.ts';
import classes from './settings.module.css';

const TOKENS = ['{name}', '{model}', '{date}'] as const;
const LONGEST = 200;

interface NamingFieldProps {
  readonly settings: Pick<BatchPreset, 'namingTemplate' | 'models' | 'format'>;
  /** The recording whose name the preview uses; the first that waits for Start if absent. */
  readonly jobId?: string | undefined;
  readonly onChange: (namingTemplate: string) => void;
}

/** Taken when the field is left or confirmed: half a placeholder is no template. */
export function NamingField({ settings, jobId, onChange }: NamingFieldProps) {
  const { namingTemplate } = settings;
  const [draft, setDraft] = useState(namingTemplate);
  useEffect(() => setDraft(namingTemplate), [namingTemplate]);
  const original = useQueue((state) => exampleName(state, jobId));
  const problem = problemOf(draft);

  function take(next: string): void {
    setDraft(next);
    if (problemOf(next) === null && next !== namingTemplate) onChange(next);
  }

  return (
    <div>
      <TextInput
        label={SETTINGS.naming}
        description={SETTINGS.namingNote}
        maxLength={LONGEST}
        value={draft}
        error={problem}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => take(draft)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(draft);
        }}
      />
      <div className={classes.tokens}>
        {TOKENS.map((token) => (
          <Button
            key={token}
            size="compact-xs"
            variant="light"
            ff="monospace"
            aria-label={SETTINGS.addToken(token)}
            onClick={() => take(`${draft}${draft === '' || draft.endsWith(' ') ? '' : ' '}${token}`)}
          >
            {token}
          </Button>
        ))}
      </div>
      {problem === null && (
        <dl className={classes.preview} aria-label={SETTINGS.preview}>
          <dt>{shownName(original)}</dt>
          {previewNames(draft, original, settings).map((name) => (
            <dd key={name}>{shownName(name)}</dd>
          ))}
        </dl>
      )}
    </div>
  );
}

function problemOf(template: string): string | null {
  if (template.trim() === '') return SETTINGS.namingEmpty;
  const unknown = template.match(/\{\w*\}/g)?.find((token) => !TOKENS.some((known) => known === token));
  return unknown === undefined ? null : SETTINGS.namingUnknown(unknown);
}

function exampleName({ jobs, order }: QueueState, jobId: string | undefined): string {
  const asked = jobId === undefined ? undefined : jobs.get(jobId);
  if (asked !== undefined) return asked.name;
  const first = order.find((id) => {
    const job = jobs.get(id);
    return job !== undefined && isStartable(job);
  });
  return jobs.get(first ?? order[0] ?? '')?.name ?? SETTINGS.exampleName;
}

function previewNames(
  template: string,
  originalName: string,
  { models, format = 'source' }: NamingFieldProps['settings'],
): string[] {
  const date = new Date().toISOString().slice(0, 10);
  const extension = extensionFor(format, originalName);
  return models.map((model) => outputFileName(template, { originalName, model, date, extension }));
}

function extensionFor(format: ExportFormat, originalName: string): string {
  if (format === 'source') return extensionOf(originalName) || 'wav';
  return format.startsWith('wav') ? 'wav' : format;
}
