/** What is done with presets: choose, save, delete, import, export; each with its notification. And the menu of one, and the buttons for files. */

import { ActionIcon, Button, FileButton, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots } from '@tabler/icons-react';
import { presetsAddress } from '../../../shared/contract/page/media-addresses.ts';
import { presetsToText } from '../../../shared/domain/batch/preset-file.ts';
import { freeName, type NamedPreset, type PresetSettings } from '../../../shared/domain/batch/presets.ts';
import { safeFileName } from '../../../shared/domain/naming/safe-name.ts';
import { saveText } from '../../bridge/browser-session.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { chosenPreset, isPresetEdited } from '../../state/session-store.ts';
import { offerUndo } from '../messages/notices.tsx';
import { showRefusal } from '../messages/saving.tsx';
import { PRESET_WORDS } from './strings.ts';

const LARGEST_FILE_BYTES = 900_000;
const FILE_NAME = 'cleartake-presets';
const SHOWN_MS = 10_000;

/** Recordings that wait follow it. Unsaved changes to the earlier one can be brought back for a while. */
export async function choosePreset(desk: PageDesk, id: string): Promise<void> {
  const before = desk.session.getState();
  const edited = isPresetEdited(before) ? before.preset : null;
  await desk.client.presets.choose({ id });
  const name = chosenPreset(before)?.name;
  if (edited === null || name === undefined || before.chosenPresetId === null) return;
  const earlier = before.chosenPresetId;
  offerUndo(PRESET_WORDS.dropped(name), async () => {
    await desk.client.presets.choose({ id: earlier });
    await desk.setPreset(edited);
  });
}

/** Saves a preset that was edited by itself. What follows it unchanged goes on following it. */
export async function savePreset(
  desk: PageDesk,
  preset: { readonly id?: string; readonly name: string; readonly settings: PresetSettings },
): Promise<void> {
  const before = desk.session.getState();
  const isFollowed = preset.id !== undefined && before.chosenPresetId === preset.id && !isPresetEdited(before);
  const saved = await desk.client.presets.save(preset);
  if (isFollowed) await desk.client.presets.choose({ id: saved.id });
}

async function removePreset(desk: PageDesk, preset: NamedPreset): Promise<void> {
  const { chosenPresetId, defaultPresetId } = desk.session.getState();
  const { presets } = desk.client;
  await presets.remove({ id: preset.id });
  offerUndo(PRESET_WORDS.removed(preset.name), async () => {
    await presets.save(preset);
    if (chosenPresetId === preset.id) await presets.choose({ id: preset.id });
    if (defaultPresetId === preset.id) await presets.setDefault({ id: preset.id });
  });
}

async function uploadPresets({ client }: PageDesk, file: File): Promise<void> {
  if (file.size > LARGEST_FILE_BYTES) {
    notifications.show({ color: 'red', message: PRESET_WORDS.fileTooLarge });
    return;
  }
  const { added, known, withoutFolder } = await client.presets.import({ text: await file.text() });
  const sentences = [
    ...(added.length > 0 ? [PRESET_WORDS.imported(added.length)] : []),
    ...(known.length > 0 ? [PRESET_WORDS.known(known.join(', '))] : []),
    ...withoutFolder.map(({ name, folder }) => PRESET_WORDS.withoutFolder(name, folder)),
  ];
  notifications.show({ role: 'status', message: sentences.join(' '), autoClose: SHOWN_MS });
}

/** Saves one preset as a file, or all of the person's own. */
function downloadPresets(presets: readonly NamedPreset[], one?: NamedPreset): void {
  const wanted = one === undefined ? presets.filter(({ builtIn }) => !builtIn) : [one];
  saveText(presetsToText(wanted), safeFileName(`${one?.name ?? FILE_NAME}.json`), presetsAddress(one?.id));
}

export function PresetExchange() {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  return (
    <>
      {presets.some(({ builtIn }) => !builtIn) && (
        <Button size="compact-sm" onClick={() => downloadPresets(presets)}>
          {PRESET_WORDS.exportAll}
        </Button>
      )}
      <FileButton
        accept="application/json,.json"
        onChange={(file) => {
          if (file !== null) uploadPresets(desk, file).catch(showRefusal);
        }}
      >
        {(props) => (
          <Button size="compact-sm" {...props}>
            {PRESET_WORDS.import}
          </Button>
        )}
      </FileButton>
    </>
  );
}

interface PresetMenuProps {
  readonly preset: NamedPreset;
  readonly isDefault: boolean;
  readonly onRename?: (() => void) | undefined;
  readonly onEdit?: (() => void) | undefined;
}

export function PresetMenu({ preset, isDefault, onEdit, onRename }: PresetMenuProps) {
  const desk = useDesk();
  const presets = useSession((state) => state.presets);
  const { client } = desk;

  function duplicate(): void {
    const { settings } = preset;
    client.presets.save({ name: freeName(PRESET_WORDS.copyOf(preset.name), presets), settings }).catch(showRefusal);
  }

  return (
    <Menu position="bottom-end" width={210} withinPortal={false}>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={PRESET_WORDS.menu(preset.name)}>
          <IconDots size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit !== undefined && <Menu.Item onClick={onEdit}>{PRESET_WORDS.edit}</Menu.Item>}
        {onRename !== undefined && <Menu.Item onClick={onRename}>{PRESET_WORDS.rename}</Menu.Item>}
        <Menu.Item onClick={duplicate}>{PRESET_WORDS.duplicate}</Menu.Item>
        <Menu.Item onClick={() => client.presets.setDefault({ id: isDefault ? null : preset.id }).catch(showRefusal)}>
          {isDefault ? PRESET_WORDS.noDefault : PRESET_WORDS.makeDefault}
        </Menu.Item>
        <Menu.Item onClick={() => downloadPresets(presets, preset)}>{PRESET_WORDS.export}</Menu.Item>
        {!preset.builtIn && (
          <>
            <Menu.Divider />
            <Menu.Item c="var(--ct-bad)" onClick={() => removePreset(desk, preset).catch(showRefusal)}>
              {PRESET_WORDS.remove}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
