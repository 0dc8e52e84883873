/** Named presets in the store: list, choose, save, delete, and take from a file. */

import { z } from 'zod';
import type { ImportedPresets, PresetsView } from '../../../../shared/contract/queue/presets.ts';
import { type BatchPreset, partsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { presetsFromText, presetsToText } from '../../../../shared/domain/batch/preset-file.ts';
import {
  BUILT_IN_PRESETS,
  freeName,
  isEdited,
  isSameName,
  MOST_PRESETS,
  type NamedPreset,
  namedPresetSchema,
  type PresetSettings,
  presetOf,
} from '../../../../shared/domain/batch/presets.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { WithSettings } from '../../store/tables/settings.ts';
import { PRESET } from '../../strings.ts';
import { rememberedPreset, withOneFormat } from './chosen-preset.ts';

/** Of a desk that nobody has used: existing ones keep what they have. */
const FIRST_PRESET_ID = 'podcast-episode';

const ALL_PRESETS = 'cleartake-presets';

/** What the file of presets may name. */
interface ImportedPaths {
  hasFolder(path: string): Promise<boolean>;
  mayTakePart(file: string): boolean;
}

export interface Presets {
  view(): PresetsView;
  /** Every change from now on. */
  watch(listener: (view: PresetsView) => void): Dispose;
  /** Changes the settings that waiting recordings follow; the chosen preset itself stays as it is. */
  edit(preset: BatchPreset): void;
  /** @throws CleartakeError notFound */
  choose(id: string): void;
  /** @param id replaces this one; it may have been deleted. @throws CleartakeError presetInvalid */
  save(preset: {
    readonly id?: string | undefined;
    readonly name: string;
    readonly settings: PresetSettings;
  }): NamedPreset;
  /** @throws CleartakeError notFound, presetInvalid for one that comes with Cleartake */
  remove(id: string): void;
  /** @throws CleartakeError notFound */
  setDefault(id: string | null): void;
  /**
   * @param text of a file
   * @param hasFolder whether results may go to this folder of the file
   * @throws CleartakeError presetInvalid; nothing is added then
   */
  import(text: string, may: ImportedPaths): Promise<ImportedPresets>;
  /**
   * Chooses the default as the desk opens, unless recordings wait for Start. A first start begins with what most come for.
   * @param hasPage whether a person looks at this desk
   */
  begin(hasPage: boolean): void;
  /** Output folders, covers, intros and outros that the person chose for presets. */
  paths(): { readonly folders: readonly string[]; readonly parts: readonly string[] };
}

const storedSchema = z.object({
  own: z.array(namedPresetSchema),
  chosenId: z.string().nullable(),
  defaultId: z.string().nullable(),
});
type Stored = z.infer<typeof storedSchema>;

const NOTHING_STORED: Stored = { own: [], chosenId: BUILT_IN_PRESETS[0]?.id ?? null, defaultId: null };

/** What the store has, for readers. @param store null where there is none yet */
export function presetsIn(store: WithSettings | null): Omit<PresetsView, 'preset'> {
  const { own, chosenId, defaultId } = store === null ? NOTHING_STORED : readStored(store);
  return { presets: [...BUILT_IN_PRESETS, ...own], chosenId, defaultId };
}

/** Null after the chosen preset was deleted. */
export function chosenPresetName(store: WithSettings): string | null {
  const { chosenId, presets } = presetsIn(store);
  return presets.find(({ id }) => id === chosenId)?.name ?? null;
}

function readStored(store: WithSettings): Stored {
  return storedSchema.safeParse(store.settings.get('presets')).data ?? NOTHING_STORED;
}

export function createPresets({ newId }: Pick<DeskPorts, 'newId'>, store: Store): Presets {
  const listeners = new Set<(view: PresetsView) => void>();
  const read = () => readStored(store);
  const all = ({ own }: Stored) => [...BUILT_IN_PRESETS, ...own];

  function view(): PresetsView {
    return { ...presetsIn(store), preset: rememberedPreset(store) };
  }

  function write(changes: Partial<Stored>): void {
    store.settings.set('presets', { ...read(), ...changes });
  }

  function notify(): void {
    const now = view();
    for (const listener of listeners) listener(now);
  }

  function find(id: string): NamedPreset {
    const found = all(read()).find((preset) => preset.id === id);
    if (found === undefined) throw new CleartakeError('notFound', { detail: 'preset' });
    return found;
  }

  function choose(id: string): void {
    const { settings } = find(id);
    store.transaction(() => {
      store.settings.set('preset', presetOf(settings));
      write({ chosenId: id });
    });
    notify();
  }

  /** Own presets with these added or replaced, by name. */
  function withThese(own: readonly NamedPreset[], added: readonly NamedPreset[]): NamedPreset[] {
    const ids = new Set(added.map(({ id }) => id));
    const next = [...own.filter(({ id }) => !ids.has(id)), ...added];
    if (next.length > MOST_PRESETS) throw new CleartakeError('presetInvalid', { parts: PRESET.tooMany(MOST_PRESETS) });
    return next.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
  }

  return {
    view,
    watch(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    edit(preset) {
      store.settings.set('preset', withOneFormat(preset));
      notify();
    },
    choose,
    save({ id = newId(), name, settings }) {
      const stored = read();
      if (BUILT_IN_PRESETS.some((preset) => preset.id === id))
        throw new CleartakeError('presetInvalid', { parts: PRESET.builtIn });
      if (all(stored).some((other) => other.id !== id && isSameName(other.name, name)))
        throw new CleartakeError('presetInvalid', { parts: PRESET.nameTaken(name) });
      const saved: NamedPreset = { id, name, builtIn: false, settings };
      write({ own: withThese(stored.own, [saved]) });
      notify();
      return saved;
    },
    remove(id) {
      if (find(id).builtIn) throw new CleartakeError('presetInvalid', { parts: PRESET.builtIn });
      const { own, chosenId, defaultId } = read();
      write({
        own: own.filter((preset) => preset.id !== id),
        chosenId: chosenId === id ? null : chosenId,
        defaultId: defaultId === id ? null : defaultId,
      });
      notify();
    },
    setDefault(id) {
      if (id !== null) find(id);
      write({ defaultId: id });
      notify();
    },
    async import(text, { hasFolder, mayTakePart }) {
      const file = presetsFromText(text);
      if (file.kind === 'invalid') throw new CleartakeError('presetInvalid', { parts: PRESET.unreadable(file.issues) });
      const wanted: { name: string; settings: PresetSettings }[] = [];
      const withoutFolder: { name: string; folder: string }[] = [];
      for (const { name, settings } of file.presets) {
        const { output } = settings;
        const isLost = output.kind === 'folder' && !(await hasFolder(output.path));
        if (isLost) withoutFolder.push({ name, folder: output.path });
        const kept = withParts(settings, mayTakePart);
        wanted.push({ name, settings: isLost ? { ...kept, output: { kind: 'beside-source' } } : kept });
      }
      const stored = read();
      const present = all(stored);
      const added: NamedPreset[] = [];
      const known: string[] = [];
      for (const { name, settings } of wanted) {
        const same = present.find((preset) => isSameName(preset.name, name));
        if (same !== undefined && !isEdited(same, presetOf(settings))) known.push(same.name);
        else added.push({ id: newId(), name: freeName(name, [...present, ...added]), builtIn: false, settings });
      }
      write({ own: withThese(stored.own, added) });
      notify();
      return { added, known, withoutFolder };
    },
    begin(hasPage) {
      const isUntouched = [store.settings.get('preset'), store.settings.get('presets')].every(
        (one) => one === undefined,
      );
      if (hasPage && isUntouched && store.jobs.page(0, 1).length === 0) choose(FIRST_PRESET_ID);
      const { defaultId } = read();
      const isThere = all(read()).some(({ id }) => id === defaultId);
      if (defaultId !== null && isThere && store.jobs.notStarted().length === 0) choose(defaultId);
    },
    paths() {
      const known = [rememberedPreset(store), ...read().own.map(({ settings }) => settings)];
      return {
        folders: known.flatMap(({ output }) => (output.kind === 'folder' ? [output.path] : [])),
        parts: known.flatMap(partsOf),
      };
    },
  };
}

/** Without a cover, intro or outro that may not be taken. */
function withParts(settings: PresetSettings, mayTake: (file: string) => boolean): PresetSettings {
  const { intro = '', outro = '', ...others } = settings;
  const { cover = '', ...tags } = settings.tags ?? {};
  return {
    ...others,
    ...(cover === '' || mayTake(cover) ? {} : { tags }),
    ...(intro !== '' && mayTake(intro) ? { intro } : {}),
    ...(outro !== '' && mayTake(outro) ? { outro } : {}),
  };
}

/** As a file to save, with its name. @param id null for all of the person's own. @returns null when there is no such preset */
export function presetFile(
  presets: readonly NamedPreset[],
  id: string | null,
): { readonly fileName: string; readonly text: string } | null {
  const wanted = presets.filter((preset) => (id === null ? !preset.builtIn : preset.id === id));
  const [first] = wanted;
  if (first === undefined) return null;
  return { fileName: safeFileName(`${id === null ? ALL_PRESETS : first.name}.json`), text: presetsToText(wanted) };
}
