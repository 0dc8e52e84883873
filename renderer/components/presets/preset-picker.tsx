/** What is done with recordings: the chosen preset in one button, and behind it the presets and their settings. */

import { Badge, Button, Popover, Radio, Stack, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { freeName, type NamedPreset, presetOf } from '../../../shared/domain/batch/presets.ts';
import { withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { chosenConnection, chosenPreset, isPresetEdited } from '../../state/session-store.ts';
import { sentenceOf, showRefusal } from '../messages/saving.tsx';
import { SettingsForm } from './form/settings-form.tsx';
import { choosePreset, PresetExchange, PresetMenu, saveAs, saveChosen } from './preset-actions.tsx';
import { presetWords } from './preset-words.ts';
import classes from './presets.module.css';
import { PRESET_WORDS } from './strings.ts';

const LONGEST_NAME = 60;

/** Between the panel and the edge of the window. */
const EDGE_PX = 10;

export function PresetPicker() {
  const preset = useSession((state) => state.preset);
  const name = useSession((state) => chosenPreset(state)?.name ?? PRESET_WORDS.custom);
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
          <span className={classes.pickerLabel}>{PRESET_WORDS.label}</span>
          <span className={classes.pickerWords}>
            <b>{name}</b>
            {edited && <em className={classes.edited}> {PRESET_WORDS.edited}</em>}
            <span>: {words}</span>
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
            title={PRESET_WORDS.renameTitle}
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
  const title = chosen?.name ?? PRESET_WORDS.custom;
  return (
    <section className={classes.settings} aria-label={title}>
      {naming ? (
        <NameForm
          title={PRESET_WORDS.nameTitle}
          initial={freeName(title, presets)}
          onSave={(name) => saveAs(desk, name)}
          onClose={() => setNaming(false)}
        />
      ) : (
        <div className={classes.heading}>
          <h2>
            {title}
            {edited && <em className={classes.edited}> {PRESET_WORDS.edited}</em>}
          </h2>
          <div className={classes.headingActions}>
            {edited && chosen !== null && (
              <Button size="compact-sm" onClick={() => desk.setPreset(presetOf(chosen.settings)).catch(showRefusal)}>
                {PRESET_WORDS.reset}
              </Button>
            )}
            {edited && chosen?.builtIn === false && (
              <Button size="compact-sm" variant="filled" onClick={() => saveChosen(desk).catch(showRefusal)}>
                {PRESET_WORDS.save}
              </Button>
            )}
            <Button size="compact-sm" onClick={() => setNaming(true)}>
              {PRESET_WORDS.saveAs}
            </Button>
          </div>
        </div>
      )}
      <SettingsForm
        settings={preset}
        connection={connection}
        onChange={(changes) => desk.setPreset(withRowSettings(preset, changes)).catch(showRefusal)}
      />
    </section>
  );
}

interface PresetListProps {
  readonly onRename: (preset: NamedPreset) => void;
}

function PresetList({ onRename }: PresetListProps) {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  const chosen = useSession((state) => state.chosenPresetId);
  const standard = useSession((state) => state.defaultPresetId);
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  return (
    <Radio.Group
      aria-label={PRESET_WORDS.list}
      value={chosen ?? ''}
      onChange={(id) => choosePreset(desk, id).catch(showRefusal)}
    >
      <Stack gap={4}>
        {presets.map((preset) => (
          <div key={preset.id} className={classes.entry} data-chosen={preset.id === chosen}>
            <Radio.Card
              value={preset.id}
              withBorder={false}
              className={classes.card}
              data-autofocus={preset.id === chosen || undefined}
            >
              <span className={classes.entryName}>
                <b>{preset.name}</b>
                {preset.id === standard && (
                  <Badge size="xs" variant="light" tt="none">
                    {PRESET_WORDS.standard}
                  </Badge>
                )}
              </span>
              <span className={classes.entryWords}>{presetWords(presetOf(preset.settings), hasPaths)}</span>
            </Radio.Card>
            <PresetMenu
              preset={preset}
              isDefault={preset.id === standard}
              onRename={preset.builtIn ? undefined : () => onRename(preset)}
            />
          </div>
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface NameFormProps {
  readonly title: string;
  readonly initial: string;
  /** Rejects with the reason why the name isn't taken. */
  readonly onSave: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

function NameForm({ title, initial, onSave, onClose }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      className={classes.nameForm}
      aria-label={title}
      onKeyDown={(event) => {
        // Escape closes the form, not everything around it.
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name.trim()).then(onClose, (thrown: unknown) => setError(sentenceOf(thrown)));
      }}
    >
      <TextInput
        autoFocus
        label={title}
        maxLength={LONGEST_NAME}
        value={name}
        error={error}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(null);
        }}
      />
      <div className={classes.nameActions}>
        <Button size="xs" type="submit" variant="filled" disabled={name.trim() === ''}>
          {PRESET_WORDS.save}
        </Button>
        <Button size="xs" onClick={onClose}>
          {PRESET_WORDS.cancel}
        </Button>
      </div>
    </form>
  );
}
