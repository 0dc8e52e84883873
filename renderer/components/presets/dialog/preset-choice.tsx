/** The presets behind one button: choose one, save the present settings as another, and what else is done with them. */

import { Badge, Button, Popover, Radio, Stack } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { freeName, type NamedPreset, presetOf, settingsOf } from '../../../../shared/domain/batch/presets.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { showRefusal } from '../../messages/saving.tsx';
import { NameForm } from '../name-form.tsx';
import { PresetExchange, PresetMenu, savePreset } from '../preset-actions.tsx';
import { presetWords } from '../preset-words.ts';
import list from '../presets.module.css';
import { PRESET_WORDS, SETTINGS_DIALOG as WORDS } from '../strings.ts';
import classes from './dialog.module.css';

interface PresetChoiceProps {
  /** Null for settings that come from none. */
  readonly preset: NamedPreset | null;
  /** What those are called. */
  readonly unnamed: string;
  readonly settings: BatchPreset;
  /** The settings with what is still being typed; null where that is wrong. */
  readonly present: () => Promise<BatchPreset | null>;
  /** In how many settings these differ from the preset. */
  readonly changes: number;
  readonly onChosen: (preset: NamedPreset) => void;
  readonly onReset: () => void;
}

export function PresetChoice({ changes, onChosen, onReset, present, preset, settings, unnamed }: PresetChoiceProps) {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  const [isOpen, setOpen] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const name = preset?.name ?? unnamed;

  async function saveAs(wanted: string): Promise<void> {
    onChosen(await desk.client.presets.save({ name: wanted, settings: settingsOf(settings) }));
  }

  async function update(changed: NamedPreset): Promise<void> {
    const now = await present();
    if (now !== null) await savePreset(desk, { ...changed, settings: settingsOf(now) });
  }

  /** Nobody is asked for a name while something typed is wrong. */
  async function askForName(): Promise<void> {
    if (isNaming) setNaming(false);
    else if ((await present()) !== null) setNaming(true);
  }

  return (
    <div className={classes.choice}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="top-start"
        width="min(360px, 88vw)"
        trapFocus
        returnFocus
        withinPortal={false}
      >
        <Popover.Target>
          <Button rightSection={<IconChevronUp size={14} stroke={2} />} onClick={() => setOpen(!isOpen)}>
            <span className={classes.presetName}>{WORDS.preset(name)}</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={8} aria-label={WORDS.choosePreset}>
          <PresetList
            chosen={preset?.id ?? ''}
            onChosen={(chosen) => {
              setOpen(false);
              onChosen(chosen);
            }}
          />
          <div className={list.sideActions}>
            <PresetExchange />
          </div>
        </Popover.Dropdown>
      </Popover>
      <span className={classes.changes}>{WORDS.changes(changes)}</span>
      {changes > 0 && preset !== null && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onReset}>
          {WORDS.reset}
        </Button>
      )}
      {changes > 0 && preset?.builtIn === false && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => update(preset).catch(showRefusal)}>
          {WORDS.updatePreset(preset.name)}
        </Button>
      )}
      <Popover
        opened={isNaming}
        onChange={setNaming}
        position="top-start"
        width="min(320px, 88vw)"
        trapFocus
        returnFocus
        withinPortal={false}
      >
        <Popover.Target>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void askForName()}>
            {WORDS.savePreset}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={12}>
          <NameForm
            title={PRESET_WORDS.nameTitle}
            initial={freeName(preset?.name ?? PRESET_WORDS.custom, presets)}
            onSave={saveAs}
            onClose={() => setNaming(false)}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

interface PresetListProps {
  readonly chosen: string;
  readonly onChosen: (preset: NamedPreset) => void;
}

function PresetList({ chosen, onChosen }: PresetListProps) {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  const standard = useSession((state) => state.defaultPresetId);
  const hasPaths = useSession((state) => state.info?.filesHavePaths ?? false);
  const [renamed, setRenamed] = useState<NamedPreset | null>(null);
  if (renamed !== null)
    return (
      <NameForm
        title={PRESET_WORDS.renameTitle}
        initial={renamed.name}
        onSave={(name) => desk.client.presets.save({ ...renamed, name })}
        onClose={() => setRenamed(null)}
      />
    );
  return (
    <Radio.Group
      aria-label={PRESET_WORDS.list}
      value={chosen}
      onChange={(id) => {
        const found = presets.find((preset) => preset.id === id);
        if (found !== undefined) onChosen(found);
      }}
    >
      <Stack gap={4} className={classes.presetList}>
        {presets.map((preset) => (
          <div key={preset.id} className={list.entry} data-chosen={preset.id === chosen}>
            <Radio.Card
              value={preset.id}
              withBorder={false}
              className={list.card}
              data-autofocus={preset.id === chosen || undefined}
            >
              <span className={list.entryName}>
                <b>{preset.name}</b>
                {preset.id === standard && (
                  <Badge size="xs" variant="light" tt="none">
                    {PRESET_WORDS.standard}
                  </Badge>
                )}
              </span>
              <span className={list.entryWords}>{presetWords(presetOf(preset.settings), hasPaths)}</span>
            </Radio.Card>
            <PresetMenu
              preset={preset}
              isDefault={preset.id === standard}
              onRename={preset.builtIn ? undefined : () => setRenamed(preset)}
            />
          </div>
        ))}
      </Stack>
    </Radio.Group>
  );
}
