/** A dialog for settings of some recordings, as long as nothing of them was sent to be restored. */

import { Button, Select, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import type { JobView } from '../../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { presetOf } from '../../../../shared/domain/batch/presets.ts';
import { complete, type RowSettings, withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { messageOf } from '../../../../shared/domain/errors.ts';
import { DialogBody, QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { ModelField, SettingsForm } from '../../../components/presets/form/settings-form.tsx';
import { PathFields, usePathFields } from '../../../components/presets/paths/path-input.tsx';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { useSession } from '../../../state/desk-context.ts';
import { isToBeSaved } from '../../../state/job-group.ts';
import { connectionOf } from '../../../state/session-store.ts';
import { backToRow } from '../../../state/view-store.ts';
import classes from './own.module.css';
import { OWN } from './strings.ts';
import { changeableAmong, changeRows } from './waiting-rows.ts';

/** What the dialog offers. */
type Part = 'all' | 'models';

export function askForSettings(desk: PageDesk, jobIds: readonly string[], part: Part): void {
  openDialog(desk, jobIds, part).catch(showRefusal);
}

async function openDialog(desk: PageDesk, jobIds: readonly string[], part: Part): Promise<void> {
  const waiting = changeableAmong(desk, jobIds);
  const [first] = waiting;
  const before = first === undefined ? null : await settingsOf(desk, first);
  if (first === undefined || before === null) {
    notifications.show({ role: 'status', message: OWN.tooLate });
    return;
  }
  const session = desk.session.getState();
  const name = shownName(first.name);
  const connections = new Set(waiting.map(({ connectionId }) => connectionId));
  const id = modals.open({
    title: part === 'models' ? OWN.modelsTitle(waiting.length, name) : OWN.settingsTitle(waiting.length, name),
    size: 520,
    onClose: backToRow,
    children: (
      <SettingsDialog
        part={part}
        initial={before.settings}
        startedAs={
          waiting.length === 1 && before.presetName !== null
            ? OWN.startedAs(before.presetName, isToBeSaved(first))
            : null
        }
        problem={waiting.length === 1 && first.state.kind === 'failed' ? messageOf(first.state.error).what : null}
        count={waiting.length}
        started={jobIds.length - waiting.length}
        jobId={first.id}
        connection={connections.size === 1 ? (connectionOf(session, first) ?? null) : null}
        onApply={(changes) => {
          modals.close(id);
          changeRows(desk, waiting, changes)
            .then((changed) =>
              notifications.show({ role: 'status', message: changed === 0 ? OWN.onlySaving : OWN.changed(changed) }),
            )
            .catch(showRefusal);
        }}
        onClose={() => modals.close(id)}
      />
    ),
  });
}

interface SettingsNow {
  readonly settings: BatchPreset;
  /** Of the preset that it was started with. */
  readonly presetName: string | null;
}

/** Before Start they follow the chosen preset; afterward only the desk knows them. */
async function settingsOf(
  { client, session }: PageDesk,
  { generations, id, own, started }: JobView,
): Promise<SettingsNow | null> {
  const { preset } = session.getState();
  if (!started) return preset === null ? null : { settings: withRowSettings(preset, own), presetName: null };
  const { startedWith } = await client.listening.takes({ jobId: id });
  if (startedWith === null) return null;
  // A model can be added to it alone.
  const models = generations.map(({ model }) => model);
  return { ...startedWith, settings: { ...startedWith.settings, models } };
}

interface SettingsDialogProps {
  readonly part: Part;
  readonly initial: BatchPreset;
  /** In words, which preset the only recording was started with, and what was sent. */
  readonly startedAs: string | null;
  /** Why the only recording failed: what is to be changed. */
  readonly problem: string | null;
  readonly count: number;
  /** Selected recordings that are not changed. */
  readonly started: number;
  readonly jobId: string;
  readonly connection: Parameters<typeof SettingsForm>[0]['connection'];
  readonly onApply: (changes: RowSettings) => void;
  readonly onClose: () => void;
}

function SettingsDialog(props: SettingsDialogProps) {
  const { part, initial, startedAs, problem, count, started, jobId, connection, onApply, onClose } = props;
  const presets = useSession((state) => state.presets);
  const [changes, setShown] = useState<RowSettings>({});
  /** Also before they are drawn: a path that is typed is taken when Apply is pressed. */
  const latest = useRef(changes);
  const { fields, settled } = usePathFields();
  const settings = withRowSettings(initial, changes);
  const isSame = Object.keys(changes).length === 0;

  function change(part: RowSettings): void {
    setChanges({ ...latest.current, ...part });
  }

  function setChanges(changed: RowSettings): void {
    latest.current = changed;
    setShown(changed);
  }

  async function apply(): Promise<void> {
    if ((await settled()) && Object.keys(latest.current).length > 0) onApply(latest.current);
  }

  function takeFrom(id: string | null): void {
    const found = presets.find((preset) => preset.id === id);
    if (found === undefined) return;
    const { reuse: _, track: __, ...settings } = complete(presetOf(found.settings));
    setChanges(settings);
  }

  return (
    <DialogBody>
      {problem !== null && <Text fz={13}>{problem}</Text>}
      {startedAs !== null && (
        <QuietText fz={12} lh={1.4}>
          {startedAs}
        </QuietText>
      )}
      {part === 'models' ? (
        <ModelField models={settings.models} connection={connection} onChange={(models) => change({ models })} />
      ) : (
        <PathFields value={fields}>
          <Select
            data-autofocus
            label={OWN.from}
            placeholder={OWN.fromPlaceholder}
            data={presets.map(({ id, name }) => ({ value: id, label: name }))}
            value={null}
            onChange={takeFrom}
          />
          <SettingsForm settings={settings} connection={connection} jobId={jobId} onChange={change} />
        </PathFields>
      )}
      {count > 1 && (
        <QuietText fz={12} lh={1.4}>
          {OWN.differs}
        </QuietText>
      )}
      {started > 0 && (
        <QuietText fz={12} lh={1.4}>
          {OWN.started(started)}
        </QuietText>
      )}
      <div className={classes.foot}>
        <Button onClick={onClose}>{OWN.cancel}</Button>
        <Button variant="filled" disabled={isSame} onClick={() => void apply()}>
          {OWN.apply(count)}
        </Button>
      </div>
    </DialogBody>
  );
}
