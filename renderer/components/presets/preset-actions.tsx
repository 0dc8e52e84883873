/** What is done with presets: choose, save, delete, import, export; each with its notification. */

import { notifications } from '@mantine/notifications';
import { presetsAddress } from '../../../shared/contract/page/media-addresses.ts';
import { presetsToText } from '../../../shared/domain/batch/preset-file.ts';
import { type NamedPreset, type PresetSettings, settingsOf } from '../../../shared/domain/batch/presets.ts';
import { safeFileName } from '../../../shared/domain/naming/safe-name.ts';
import { saveText } from '../../bridge/save-text.ts';
import type { Desk } from '../../state/desk.ts';
import { chosenPreset, isPresetEdited } from '../../state/session-store.ts';
import { offerUndo } from '../messages/undo.tsx';
import { PRESET_WORDS } from './strings.ts';

const LARGEST_FILE_BYTES = 900_000;
const FILE_NAME = 'cleartake-presets';
const SHOWN_MS = 10_000;

/** Recordings that wait follow it. Unsaved changes to the earlier one can be brought back for a while. */
export async function choosePreset(desk: Desk, id: string): Promise<void> {
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

/** Saves the present settings as a new preset, and chooses it. */
export async function saveAs(desk: Desk, name: string): Promise<void> {
  const { preset } = desk.session.getState();
  if (preset === null) return;
  const saved = await desk.client.presets.save({ name, settings: settingsOf(preset) });
  await desk.client.presets.choose({ id: saved.id });
}

/** Saves the present settings in the chosen preset. */
export async function saveChosen(desk: Desk): Promise<void> {
  const state = desk.session.getState();
  const chosen = chosenPreset(state);
  if (chosen === null || state.preset === null) return;
  await desk.client.presets.save({ ...chosen, settings: settingsOf(state.preset) });
}

/** Saves a preset that was edited by itself. What follows it unchanged goes on following it. */
export async function savePreset(
  desk: Desk,
  preset: { readonly id?: string; readonly name: string; readonly settings: PresetSettings },
): Promise<void> {
  const before = desk.session.getState();
  const isFollowed = preset.id !== undefined && before.chosenPresetId === preset.id && !isPresetEdited(before);
  const saved = await desk.client.presets.save(preset);
  if (isFollowed) await desk.client.presets.choose({ id: saved.id });
}

export async function removePreset(desk: Desk, preset: NamedPreset): Promise<void> {
  const { chosenPresetId, defaultPresetId } = desk.session.getState();
  const { presets } = desk.client;
  await presets.remove({ id: preset.id });
  offerUndo(PRESET_WORDS.removed(preset.name), async () => {
    await presets.save(preset);
    if (chosenPresetId === preset.id) await presets.choose({ id: preset.id });
    if (defaultPresetId === preset.id) await presets.setDefault({ id: preset.id });
  });
}

export async function uploadPresets({ client }: Desk, file: File): Promise<void> {
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
export function downloadPresets(presets: readonly NamedPreset[], one?: NamedPreset): void {
  const wanted = one === undefined ? presets.filter(({ builtIn }) => !builtIn) : [one];
  saveText(presetsToText(wanted), safeFileName(`${one?.name ?? FILE_NAME}.json`), presetsAddress(one?.id));
}
