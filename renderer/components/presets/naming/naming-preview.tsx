/** What results will be called, with real names of the desk. */

import { useMemo } from 'react';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { isStartable } from '../../../state/job-group.ts';
import type { QueueState } from '../../../state/queue-store.ts';
import { chosenPreset } from '../../../state/session-store.ts';
import { shownName } from '../../text/format.ts';
import { PRESET_SETTINGS } from '../strings.ts';
import classes from './naming.module.css';
import { MOST_COMPARED, type PreviewedNames, type PreviewedRecording, previewNames } from './preview-names.ts';

interface NamingPreviewProps {
  readonly template: string;
  readonly settings: Pick<BatchPreset, 'models' | 'format' | 'output'>;
  /** The recording whose name the preview uses; those that wait for Start if absent. */
  readonly jobId?: string | undefined;
}

export function NamingPreview({ template, settings, jobId }: NamingPreviewProps) {
  const { queue } = useDesk();
  const count = useQueue(({ order }) => order.length);
  const presetName = useSession((state) => chosenPreset(state)?.name ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the number of rows only
  const recordings = useMemo(() => recordingsFor(queue.getState(), jobId), [queue, count, jobId]);
  const { format, models, output } = settings;
  const names = useMemo(
    () =>
      previewNames(recordings.slice(0, MOST_COMPARED), {
        template,
        format,
        models,
        output,
        presetName,
        count: recordings.length,
        now: Date.now(),
      }),
    [recordings, template, format, models, output, presetName],
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
