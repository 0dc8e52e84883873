/** What is done with new recordings: the chosen preset in one button, and behind it all settings. */

import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { isEdited } from '../../../shared/domain/batch/presets.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { isStartable } from '../../state/job-group.ts';
import { chosenConnection, chosenPreset, isPresetEdited } from '../../state/session-store.ts';
import type { SectionId } from './dialog/sections.tsx';
import { SettingsDialog, type SettingsDraft } from './dialog/settings-dialog.tsx';
import { choosePreset } from './preset-actions.tsx';
import { presetParts } from './preset-words.ts';
import classes from './presets.module.css';
import { PRESET_WORDS, SETTINGS_DIALOG } from './strings.ts';

export function PresetPicker() {
  const preset = useSession((state) => state.preset);
  const name = useSession((state) => chosenPreset(state)?.name ?? PRESET_WORDS.custom);
  const edited = useSession(isPresetEdited);
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  const [open, setOpen] = useState(false);
  if (preset === null) return null;
  const parts = presetParts(preset, hasPaths);
  return (
    <>
      <button
        type="button"
        className={classes.picker}
        title={`${name}: ${parts.join(', ')}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className="visually-hidden">{PRESET_WORDS.said(name, edited, parts)}</span>
        <b className="cut" aria-hidden="true">
          {name}
        </b>
        {edited && (
          <em className={classes.edited} aria-hidden="true">
            {PRESET_WORDS.edited}
          </em>
        )}
        <span className={classes.pickerParts} aria-hidden="true">
          {parts.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
        <IconChevronDown size={14} stroke={2} />
      </button>
      {open && <BatchSettings onClose={() => setOpen(false)} />}
    </>
  );
}

interface BatchSettingsProps {
  /** The section that is open at first. */
  readonly section?: SectionId;
  readonly onClose: () => void;
}

/** Settings of what waits for Start, and of what is added. */
export function BatchSettings({ onClose, ...first }: BatchSettingsProps) {
  const desk = useDesk();
  const connection = useSession(chosenConnection);
  const [initial] = useState(() => presentDraft(desk));
  const [recordings] = useState(() => waitingOn(desk));
  if (initial === null) return null;
  return (
    <SettingsDialog
      {...first}
      title={SETTINGS_DIALOG.title}
      initial={initial}
      connection={connection}
      recordings={recordings}
      onDone={(draft) => take(desk, draft)}
      onClose={onClose}
    />
  );
}

function presentDraft({ session }: PageDesk): SettingsDraft | null {
  const { chosenPresetId, preset } = session.getState();
  return preset === null ? null : { settings: preset, presetId: chosenPresetId };
}

/** What waits for Start; where nothing does, everything on the desk that could be restored. */
function waitingOn({ queue }: PageDesk) {
  const { jobs, order } = queue.getState();
  const all = order.flatMap((id) => jobs.get(id) ?? []);
  const waiting = all.filter(isStartable);
  return waiting.length > 0 ? waiting : all.filter(({ state }) => state.kind !== 'failed');
}

async function take(desk: PageDesk, { presetId, settings }: SettingsDraft): Promise<void> {
  const before = desk.session.getState();
  const chosen = before.presets.find(({ id }) => id === presetId);
  if (chosen !== undefined && presetId !== before.chosenPresetId) {
    await choosePreset(desk, chosen.id);
    if (!isEdited(chosen, settings)) return;
  }
  await desk.setPreset(settings);
}
