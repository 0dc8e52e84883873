/** The template for names of results: its tokens, what is wrong with it, and a preview with real names. */

import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { problemWords } from '../../../../shared/domain/naming/strings.ts';
import {
  LONGEST_TEMPLATE,
  NAMING_TOKENS,
  problemOf,
  type TemplateProblem,
} from '../../../../shared/domain/naming/template.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { isStartable } from '../../../state/job-group.ts';
import type { QueueState } from '../../../state/queue-store.ts';
import { chosenPreset } from '../../../state/session-store.ts';
import { shownName } from '../../text/format.ts';
import { PRESET_SETTINGS } from '../strings.ts';
import classes from './naming.module.css';
import { MOST_COMPARED, type PreviewedNames, type PreviewedRecording, previewNames } from './preview-names.ts';

interface NamingFieldProps {
  readonly settings: Pick<BatchPreset, 'namingTemplate' | 'models' | 'format' | 'output' | 'video'>;
  /** The recording whose name the preview uses; those that wait for Start if absent. */
  readonly jobId?: string | undefined;
  /** Names are previewed elsewhere, so that a template is taken as it is typed. */
  readonly live?: boolean;
  readonly onChange: (namingTemplate: string) => void;
}

/** Taken when the field is left or confirmed: half a placeholder is no template. */
export function NamingField({ settings, jobId, live = false, onChange }: NamingFieldProps) {
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
        onChange={({ currentTarget: { value } }) => (live ? take(value) : setDraft(value))}
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
      {!live && problem === null && <NamingPreview template={draft} settings={settings} jobId={jobId} />}
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

interface NamingPreviewProps {
  readonly template: string;
  readonly settings: Pick<BatchPreset, 'models' | 'format' | 'output' | 'video'>;
  /** The recording whose name the preview uses; those that wait for Start if absent. */
  readonly jobId?: string | undefined;
}

function NamingPreview({ template, settings, jobId }: NamingPreviewProps) {
  const { queue } = useDesk();
  const count = useQueue(({ order }) => order.length);
  const presetName = useSession((state) => chosenPreset(state)?.name ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the number of rows only
  const recordings = useMemo(() => recordingsFor(queue.getState(), jobId), [queue, count, jobId]);
  const { format, models, output, video } = settings;
  const names = useMemo(
    () =>
      previewNames(recordings.slice(0, MOST_COMPARED), {
        template,
        format,
        models,
        output,
        video,
        presetName,
        count: recordings.length,
        now: Date.now(),
      }),
    [recordings, template, format, models, output, video, presetName],
  );
  return (
    <dl className={classes.preview} aria-label={PRESET_SETTINGS.preview}>
      {names.map((one) => (
        <Names key={`${one.recording.folder}/${one.recording.name}`} names={one} />
      ))}
    </dl>
  );
}

function Names({ names }: { names: PreviewedNames }) {
  const { recording, outputs, replaced } = names;
  return (
    <div>
      <dt dir="auto">{shownName([...folderOf(recording), recording.name].join(' / '))}</dt>
      {outputs.map(({ folders, fileName, isNumbered }) => (
        <dd key={[...folders, fileName].join('/')}>
          <bdi>{[...folders, fileName].map(shownName).join(' / ')}</bdi>
          {isNumbered && <span className={classes.hint}>{PRESET_SETTINGS.nameTaken}</span>}
          {replaced.length > 0 && (
            <span className={classes.hint}>{PRESET_SETTINGS.nameReplaced(replaced.map(shownName).join(' '))}</span>
          )}
        </dd>
      ))}
    </div>
  );
}

function folderOf({ folder }: PreviewedRecording): string[] {
  return folder === '' ? [] : [folder];
}

function recordingsFor({ jobs, order }: QueueState, jobId: string | undefined): PreviewedRecording[] {
  const asked = jobId === undefined ? undefined : jobs.get(jobId);
  if (asked !== undefined) return [asked];
  const all = order.flatMap((id) => jobs.get(id) ?? []);
  const waiting = all.filter(isStartable);
  const found = waiting.length > 0 ? waiting : all;
  if (found.length === 0)
    return [{ name: PRESET_SETTINGS.exampleName, folder: '', connection: PRESET_SETTINGS.exampleConnection }];
  return found;
}
