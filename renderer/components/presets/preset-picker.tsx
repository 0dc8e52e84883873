/** What is done with recordings: the chosen preset in one button, and behind it the presets and their settings. */

import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { withOwn } from '../../../shared/domain/batch/own-settings.ts';
import { freeName, type NamedPreset, presetOf } from '../../../shared/domain/batch/presets.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { chosenConnection, chosenPreset, isPresetEdited } from '../../state/session-store.ts';
import { showRefusal } from '../messages/refusal.ts';
import { SettingsForm } from './form/settings-form.tsx';
import { NameForm } from './name-form.tsx';
import { saveAs, saveChosen } from './preset-actions.tsx';
import { PresetExchange } from './preset-exchange.tsx';
import { PresetList } from './preset-list.tsx';
import { presetWords } from './preset-words.ts';
import classes from './presets.module.css';
import { PRESETS } from './strings.ts';

/** Between the panel and the edge of the window. */
const EDGE_PX = 10;

export function PresetPicker() {
  const preset = useSession((state) => state.preset);
  const name = useSession((state) => chosenPreset(state)?.name ?? PRESETS.custom);
  const edited = useSession(isPresetEdited);
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  const [open, setOpen] = useState(false);
  if (preset === null) return null;
  const words = presetWords(preset, hasPaths);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width="min(720px, 94vw)"
      middlewares={{ flip: false, shift: true, size: { padding: EDGE_PX, apply: fitHeight } }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button type="button" className={classes.picker} title={`${name}: ${words}`} onClick={() => setOpen(!open)}>
          <span className={classes.pickerLabel}>{PRESETS.label}</span>
          <span className={classes.pickerWords}>
            <b>{name}</b>
            {edited && <em className={classes.edited}> {PRESETS.edited}</em>}
            <span className={classes.pickerRest}>: {words}</span>
          </span>
          <IconChevronDown size={14} stroke={2} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <PresetPanel />
      </Popover.Dropdown>
    </Popover>
  );
}

interface Fitted {
  readonly availableHeight: number;
  readonly elements: { readonly floating: HTMLElement };
}

function fitHeight({ availableHeight, elements }: Fitted): void {
  elements.floating.style.setProperty('--room', `${Math.floor(availableHeight)}px`);
}

function PresetPanel() {
  const desk = useDesk();
  const [renamed, setRenamed] = useState<NamedPreset | null>(null);
  return (
    <div className={classes.panel}>
      <div className={classes.side}>
        {renamed === null ? (
          <PresetList onRename={setRenamed} />
        ) : (
          <NameForm
            title={PRESETS.renameTitle}
            initial={renamed.name}
            onSave={(name) => desk.client.presets.save({ ...renamed, name })}
            onClose={() => setRenamed(null)}
          />
        )}
        <div className={classes.sideActions}>
          <PresetExchange />
        </div>
      </div>
      <ChosenSettings />
    </div>
  );
}

/** The present settings. Changes apply at once, and are kept in the preset when they are saved. */
function ChosenSettings() {
  const desk = useDesk();
  const preset = useSession((state) => state.preset);
  const chosen = useSession(chosenPreset);
  const presets = useSession((state) => state.presets);
  const edited = useSession(isPresetEdited);
  const connection = useSession(chosenConnection);
  const [naming, setNaming] = useState(false);
  if (preset === null) return null;
  const title = chosen?.name ?? PRESETS.custom;
  return (
    <section className={classes.settings} aria-label={title}>
      {naming ? (
        <NameForm
          title={PRESETS.nameTitle}
          initial={freeName(title, presets)}
          onSave={(name) => saveAs(desk, name)}
          onClose={() => setNaming(false)}
        />
      ) : (
        <div className={classes.heading}>
          <h2>
            {title}
            {edited && <em className={classes.edited}> {PRESETS.edited}</em>}
          </h2>
          <div className={classes.headingActions}>
            {edited && chosen !== null && (
              <Button size="compact-sm" onClick={() => desk.setPreset(presetOf(chosen.settings)).catch(showRefusal)}>
                {PRESETS.reset}
              </Button>
            )}
            {edited && chosen?.builtIn === false && (
              <Button size="compact-sm" variant="filled" onClick={() => saveChosen(desk).catch(showRefusal)}>
                {PRESETS.save}
              </Button>
            )}
            <Button size="compact-sm" onClick={() => setNaming(true)}>
              {PRESETS.saveAs}
            </Button>
          </div>
        </div>
      )}
      <SettingsForm
        settings={preset}
        connection={connection}
        onChange={(changes) => desk.setPreset(withOwn(preset, changes)).catch(showRefusal)}
      />
    </section>
  );
}
