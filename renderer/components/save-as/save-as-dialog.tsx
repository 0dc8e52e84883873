/** The dialog of Save as…: settings for recordings that are done, what would be written with them, and the button that writes it. */

import { Button, Select } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect, useState } from 'react';
import type { Earlier, SaveAsPreview, SaveAsRequest } from '../../../shared/contract/outputs.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { presetOf } from '../../../shared/domain/batch/presets.ts';
import { changeRowSettings, type RowSettings, withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { type ModelId, modelOf } from '../../../shared/domain/models.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { backToRow } from '../../state/view-store.ts';
import { showRefusal } from '../messages/saving.tsx';
import { SettingsForm } from '../presets/form/settings-form.tsx';
import { shownName } from '../text/format.ts';
import { PreviewList } from './preview-list.tsx';
import classes from './save-as.module.css';
import { saveFiles } from './save-files.tsx';
import { SAVE_AS } from './strings.ts';

interface Asked {
  /** Of the first recording, or of what stands for all of them. */
  readonly name: string;
  /** The result to begin with; the kept or best one if absent. */
  readonly model?: ModelId;
  /** Settings that differ from the recording's own, to begin with. */
  readonly changes?: RowSettings;
  /** Hears that outputs are new, and that they were taken back. */
  readonly onChanged?: () => void;
}

/** @param jobIds recordings that are done, of the queue or of History */
export function askToSaveAs(desk: PageDesk, jobIds: readonly string[], asked: Asked): void {
  const [first] = jobIds;
  if (first === undefined) return;
  const settingsOf = desk.client.listening
    .takes({ jobId: first })
    .then(({ startedWith }) => startedWith?.settings ?? null);
  const open = (own: BatchPreset | null) => {
    const present = own ?? desk.session.getState().preset;
    if (present === null) return;
    const id = modals.open({
      title: (
        <span className={classes.head}>
          {SAVE_AS.title(jobIds.length, shownName(asked.name))} <span>{SAVE_AS.lead}</span>
        </span>
      ),
      size: 1080,
      padding: 0,
      onClose: backToRow,
      children: <SaveAsDialog jobIds={jobIds} own={present} {...asked} onClose={() => modals.close(id)} />,
    });
  };
  // Without them it begins with those of the desk.
  settingsOf.then(open, () => open(null)).catch(showRefusal);
}

/** Each recording's own settings, instead of a preset. */
const AS_BEFORE = '';
type Results = NonNullable<SaveAsRequest['results']>;

interface SaveAsDialogProps extends Asked {
  readonly jobIds: readonly string[];
  /** Of the first recording. */
  readonly own: BatchPreset;
  readonly onClose: () => void;
}

function SaveAsDialog({ changes: initial, jobIds, model, onChanged, onClose, own }: SaveAsDialogProps) {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  const [presetId, setPresetId] = useState(AS_BEFORE);
  const [changes, setChanges] = useState<RowSettings | null>(initial ?? null);
  const [results, setResults] = useState<Results>(model ?? 'chosen');
  const [earlier, setEarlier] = useState<Earlier>('keep');
  const chosen = presets.find(({ id }) => id === presetId);
  const base = chosen === undefined ? own : presetOf(chosen.settings);
  const settings = withRowSettings(base, changes);
  const request: SaveAsRequest = {
    ...{ jobIds: [...jobIds], results, earlier },
    // Each keeps what isn't changed here.
    ...(chosen === undefined ? { changes: changes ?? {} } : { settings, presetName: chosen.name }),
  };
  const preview = usePreview(request);
  const count = Object.keys(changes ?? {}).length;

  function save(): void {
    onClose();
    saveFiles(desk, request, onChanged).catch(showRefusal);
  }

  return (
    <>
      <div className={classes.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
        <div className={classes.settings} tabIndex={0}>
          <SettingsForm
            settings={settings}
            connection={null}
            onChange={(next) => setChanges(changeRowSettings(base, changes, next))}
          />
        </div>
        <PreviewList preview={preview} earlier={earlier} onEarlier={setEarlier} />
      </div>
      <footer className={classes.foot}>
        <Select
          w={200}
          aria-label={SAVE_AS.preset}
          allowDeselect={false}
          value={presetId}
          onChange={(id) => {
            setPresetId(id ?? AS_BEFORE);
            setChanges(null);
          }}
          data={[
            { value: AS_BEFORE, label: SAVE_AS.asBefore },
            ...presets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {(preview?.models.length ?? 0) > 1 && (
          <Select
            w={200}
            aria-label={SAVE_AS.results}
            allowDeselect={false}
            value={results}
            onChange={(value) => setResults((value ?? 'chosen') as Results)}
            data={[
              { value: 'chosen', label: SAVE_AS.chosen },
              ...(preview?.models ?? []).map((id) => ({ value: id, label: modelOf(id).label })),
              { value: 'all', label: SAVE_AS.all },
            ]}
          />
        )}
        <span className={classes.changes}>
          {count > 0 && (
            <>
              {SAVE_AS.changes(count)}
              <Button size="compact-sm" onClick={() => setChanges(null)}>
                {SAVE_AS.reset}
              </Button>
            </>
          )}
        </span>
        <Button onClick={onClose}>{SAVE_AS.cancel}</Button>
        <Button variant="filled" disabled={preview === null || preview.files === 0} onClick={save} data-autofocus>
          {SAVE_AS.go(preview?.files ?? jobIds.length)}
        </Button>
      </footer>
    </>
  );
}

/** A slider asks with every step. */
const REST_MS = 120;

/** Null until the first one is known; then the latest one stays until the next is. */
function usePreview(request: SaveAsRequest): SaveAsPreview | null {
  const { client } = useDesk();
  const [preview, setPreview] = useState<SaveAsPreview | null>(null);
  const asked = JSON.stringify(request);

  useEffect(() => {
    const stop = new AbortController();
    const resting = setTimeout(() => {
      client.outputs.preview(JSON.parse(asked) as SaveAsRequest, { signal: stop.signal }).then(
        (answer) => !stop.signal.aborted && setPreview(answer),
        (thrown: unknown) => !stop.signal.aborted && showRefusal(thrown),
      );
    }, REST_MS);
    return () => {
      clearTimeout(resting);
      stop.abort();
    };
  }, [client, asked]);

  return preview;
}
