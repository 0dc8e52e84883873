/** All settings of outputs in sections, with the names that they make: for new recordings, for presets, and for saving again. */

import { Anchor, Button, Modal, Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { presetOf } from '../../../../shared/domain/batch/presets.ts';
import { type RowSettings, rowSettings, withRowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { useSession } from '../../../state/desk-context.ts';
import { sentenceOf } from '../../messages/saving.tsx';
import type { PreviewedRecording } from '../naming/preview-names.ts';
import { PathFields, usePathFields } from '../paths/path-input.tsx';
import { PRESET_WORDS, SETTINGS_DIALOG as WORDS } from '../strings.ts';
import classes from './dialog.module.css';
import { OutputPreview } from './output-preview.tsx';
import { PresetChoice } from './preset-choice.tsx';
import { mixedIn, SectionFields, type SectionId, sectionsFor, sectionValue } from './sections.tsx';

/** What a dialog is about to do: settings, and the preset that they began with. */
export interface SettingsDraft {
  readonly settings: BatchPreset;
  readonly presetId: string | null;
  /** Settings that all recordings get as they are shown, though they differ and nothing was changed. */
  readonly unified?: readonly (keyof BatchPreset)[];
}

export interface SettingsDialogProps {
  readonly title: string;
  /** Beside the title. */
  readonly note?: string | undefined;
  readonly initial: SettingsDraft;
  /** The section that is open at first. */
  readonly section?: SectionId;
  /** Results are there: nothing is asked about models and restoration. */
  readonly isRestored?: boolean;
  /** Whose prices stand beside the models; null where they differ. */
  readonly connection: Pick<ConnectionView, 'kind' | 'prices'> | null;
  /** What the settings are for; an example is shown where there are none. */
  readonly recordings: readonly PreviewedRecording[];
  /** Instead of the names of `recordings`. */
  readonly preview?: (draft: SettingsDraft) => ReactNode;
  /** What changes are counted from without a preset; the first settings if absent. */
  readonly base?: BatchPreset;
  /** Below the names. */
  readonly previewNote?: string | undefined;
  /** Above the sections, as the name of a preset that is edited. */
  readonly head?: ReactNode;
  /** Without the choice of a preset. */
  readonly isPreset?: boolean;
  /** In which settings the recordings differ: those that stay unchanged do. */
  readonly differing?: readonly (keyof BatchPreset)[] | undefined;
  /** On the main button. */
  readonly action?: string;
  readonly isBlocked?: boolean;
  /** Rejects with the reason why it isn't done; closes the dialog otherwise. */
  readonly onDone: (draft: SettingsDraft) => Promise<unknown>;
  readonly onClose: () => void;
}

const TAB_CLASSES = {
  root: classes.columns,
  list: classes.sections,
  tab: classes.section,
  tabLabel: classes.sectionName,
  tabSection: classes.sectionValue,
  panel: classes.fields,
};

export function SettingsDialog(props: SettingsDialogProps) {
  const {
    action = WORDS.done,
    connection,
    differing = [],
    head,
    initial,
    isPreset = false,
    isRestored = false,
    note,
    title,
  } = props;
  const [draft, setShown] = useState(initial);
  /** Also before it is drawn: what a field gives while the dialog is about to be saved counts. */
  const latest = useRef(draft);
  const { fields, settled } = usePathFields();
  const [section, setSection] = useState<SectionId>(props.section ?? (isRestored ? 'loudness' : 'models'));
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [opener] = useState(() => document.activeElement);
  // The modal gives focus back when it closes, not when it goes.
  useEffect(() => () => (opener instanceof HTMLElement ? opener.focus() : undefined), [opener]);
  const presets = useSession((state) => state.presets);
  const { settings } = draft;
  const preset = presets.find(({ id }) => id === draft.presetId) ?? null;
  const base =
    preset === null ? (props.base ?? initial.settings) : taken(preset.settings, initial.settings, isRestored);
  const changes = Object.keys(rowSettings(settings, base, draft.unified) ?? {}).length;
  const mixed = mixedIn(section, differing);

  function change(part: RowSettings): void {
    setError(null);
    setDraft({ ...latest.current, settings: withRowSettings(latest.current.settings, part) });
  }

  function unify(mixed: readonly (keyof BatchPreset)[]): void {
    const { current } = latest;
    setDraft({ ...current, unified: [...(current.unified ?? []), ...mixed] });
  }

  function setDraft(changed: SettingsDraft): void {
    latest.current = changed;
    setShown(changed);
  }

  /** The settings with what was typed; null where that is wrong, and stays to be corrected. */
  async function present(): Promise<BatchPreset | null> {
    return (await settled()) ? latest.current.settings : null;
  }

  async function finish(): Promise<void> {
    if ((await present()) === null) return;
    setBusy(true);
    await props
      .onDone(latest.current)
      .then(props.onClose, (thrown: unknown) => setError(sentenceOf(thrown)))
      .finally(() => setBusy(false));
  }

  /** What is wrong in a section isn't left behind. */
  async function show(chosen: SectionId): Promise<void> {
    if (chosen !== section && (await settled())) setSection(chosen);
  }

  return (
    <Modal
      opened
      onClose={props.onClose}
      size="min(1080px, 94vw)"
      padding={0}
      title={
        <span className={classes.title}>
          {title}
          {note !== undefined && <span className={classes.titleNote}>{note}</span>}
        </span>
      }
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
    >
      {head !== undefined && <div className={classes.head}>{head}</div>}
      <Tabs
        orientation="vertical"
        variant="none"
        value={section}
        onChange={(chosen) => chosen !== null && void show(chosen as SectionId)}
        classNames={TAB_CLASSES}
      >
        <Tabs.List aria-label={WORDS.sectionList}>
          {sectionsFor(isRestored).map((id) => (
            <Tabs.Tab
              key={id}
              value={id}
              data-autofocus={(id === section && head === undefined) || undefined}
              rightSection={
                <SectionValue
                  words={mixedIn(id, differing).length > 0 ? WORDS.mixed : sectionValue(id, settings, isRestored)}
                />
              }
            >
              {WORDS.sections[id][0]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section} tabIndex={-1}>
          <h3 className={classes.fieldsTitle}>{WORDS.sections[section][0]}</h3>
          <p className={classes.fieldsNote}>
            {mixed.length === 0 ? WORDS.sections[section][1] : WORDS.mixedNote}{' '}
            {mixed.length > 0 && (
              <Anchor component="button" type="button" inherit onClick={() => unify(mixed)}>
                {WORDS.unify}
              </Anchor>
            )}
          </p>
          <PathFields value={fields}>
            <SectionFields
              section={section}
              settings={settings}
              connection={connection}
              isRestored={isRestored}
              onChange={change}
            />
          </PathFields>
        </Tabs.Panel>
        {props.preview?.(draft) ?? (
          <OutputPreview
            recordings={props.recordings}
            settings={settings}
            presetName={preset?.name ?? ''}
            note={props.previewNote}
          />
        )}
      </Tabs>
      <div className={classes.footer}>
        {!isPreset && (
          <PresetChoice
            preset={preset}
            unnamed={isRestored ? WORDS.asBefore : PRESET_WORDS.custom}
            settings={settings}
            present={present}
            changes={changes}
            onChosen={({ id, settings: chosen }) =>
              setDraft({ presetId: id, settings: taken(chosen, initial.settings, isRestored) })
            }
            onReset={() => setDraft({ ...latest.current, settings: base, unified: [] })}
          />
        )}
        <span className={classes.error} role="alert">
          {error}
        </span>
        <Button className={classes.button} onClick={props.onClose}>
          {WORDS.cancel}
        </Button>
        <Button
          className={classes.button}
          variant="filled"
          disabled={isBusy || props.isBlocked === true}
          onClick={() => void finish()}
        >
          {action}
        </Button>
      </div>
    </Modal>
  );
}

/** Cut where there is no room for all of it. */
function SectionValue({ words }: { readonly words: string }) {
  return (
    <span className={classes.value} title={words}>
      {words}
    </span>
  );
}

/** A preset's settings; what was restored already keeps its models. */
function taken(settings: Parameters<typeof presetOf>[0], initial: BatchPreset, isRestored: boolean): BatchPreset {
  const { downloadType, models, reuse } = initial;
  const preset = { ...presetOf(settings), ...(reuse === undefined ? {} : { reuse }) };
  return isRestored ? { ...preset, models, downloadType } : preset;
}
