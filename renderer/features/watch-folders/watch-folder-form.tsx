/** Adds or changes a watch folder: what is done with its recordings, over which connection, for how much a day, and where results go. */

import { Button, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { WatchFolderView } from '../../../shared/contract/watch-folders.ts';
import { isAbsolutePath, layoutOf, type OutputPlace } from '../../../shared/domain/batch/batch-preset.ts';
import { priceOf } from '../../../shared/domain/models.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { ConnectionSelect } from '../../components/connections/connection-name.tsx';
import { sentenceOf, showRefusal } from '../../components/messages/saving.tsx';
import { shownName } from '../../components/text/format.ts';
import { readUsdField, usdText } from '../../components/text/usd.ts';
import type { PageDesk } from '../../state/desk.ts';
import { chosenConnection, distinctName } from '../../state/session-store.ts';
import { WATCH_FORM, WATCH_WORDS } from './strings.ts';
import classes from './watch-folders.module.css';

interface WatchFolderFormProps {
  readonly desk: PageDesk;
  /** The folder to change; absent when adding one. */
  readonly folder?: WatchFolderView;
  readonly onDone: () => void;
}

/** What is done where there is no such folder. */
type IfAbsent = 'ask' | 'create' | 'wait';

interface Problems {
  readonly folder?: string;
  readonly cap?: string;
  readonly results?: string;
  readonly refusal?: string;
}

export function WatchFolderForm({ desk, folder, onDone }: WatchFolderFormProps) {
  const session = useStore(desk.session);
  const { connections, presets } = session;
  const [path, setPath] = useState(folder?.path ?? '');
  const [presetId, setPresetId] = useState(folder?.presetId ?? session.chosenPresetId ?? presets[0]?.id ?? '');
  const [connectionId, setConnectionId] = useState(folder?.connectionId ?? chosenConnection(session)?.id ?? '');
  const [cap, setCap] = useState(usdText(folder?.capPerDay ?? null));
  const [output, setOutput] = useState<OutputPlace | null>(folder?.output ?? null);
  const [results, setResults] = useState(folder?.output?.kind === 'folder' ? folder.output.path : '');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  /** The folder that isn't there, once that was found. */
  const [absent, setAbsent] = useState<string | null>(null);

  const preset = presets.find(({ id }) => id === presetId);
  const connection = connections.find(({ id }) => id === connectionId);
  const isFree = preset?.settings.models.every((model) => priceOf(connection?.prices, model) === 0) ?? false;

  async function save(ifAbsent: IfAbsent): Promise<Problems> {
    const place = await readFolder(desk, path);
    const where = output === null ? null : await readFolder(desk, results);
    const capPerDay = readUsdField(cap);
    const isCapMissing = capPerDay === 'invalid' || (capPerDay === null && !isFree);
    const found = { ...problemIn('folder', place), ...problemIn('results', where) };
    if ('problem' in place || isCapMissing || (where !== null && 'problem' in where))
      return isCapMissing ? { ...found, cap: WATCH_FORM.capMissing } : found;
    // One that is only changed was asked about when it was added.
    const there = folder === undefined ? await settleFolder(desk, place.path, ifAbsent) : 'there';
    if (there === 'no-folder') return { folder: WATCH_FORM.noFolder };
    if (there === 'missing') {
      setAbsent(place.path);
      return found;
    }
    await desk.client.watchFolders.save({
      path: place.path,
      presetId,
      connectionId,
      capPerDay,
      output: where === null ? null : { kind: 'folder', path: where.path },
      enabled: folder?.enabled ?? true,
    });
    onDone();
    return found;
  }

  function submit(ifAbsent: IfAbsent): void {
    setBusy(true);
    save(ifAbsent)
      .catch((thrown: unknown): Problems => ({ refusal: sentenceOf(thrown) }))
      .then(setProblems)
      .finally(() => setBusy(false));
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit('ask');
      }}
      noValidate
    >
      <Stack gap="sm">
        <FolderText
          label={WATCH_FORM.folder}
          description={WATCH_FORM.folderHint}
          placeholder={WATCH_FORM.folderExample}
          purpose="recordings"
          isFixed={folder !== undefined}
          value={path}
          error={problems.folder ?? null}
          onChange={(wanted) => {
            setPath(wanted);
            setAbsent(null);
          }}
        />
        <div className={classes.two}>
          <Select
            label={WATCH_WORDS.preset}
            description={WATCH_FORM.presetNote}
            allowDeselect={false}
            data={presets.map(({ id, name }) => ({ value: id, label: name }))}
            value={preset === undefined ? null : presetId}
            onChange={(value) => setPresetId(value ?? '')}
          />
          <ConnectionSelect
            label={WATCH_WORDS.connection}
            allowDeselect={false}
            connections={connections.map((one) => ({ id: one.id, name: distinctName(session, one) }))}
            value={connection === undefined ? null : connectionId}
            onChange={(value) => setConnectionId(value ?? '')}
          />
        </div>
        <TextInput
          label={WATCH_FORM.cap}
          description={isFree ? WATCH_FORM.capFree : WATCH_FORM.capNeeded}
          inputMode="decimal"
          required={!isFree}
          error={problems.cap ?? null}
          value={cap}
          onChange={(event) => setCap(event.currentTarget.value)}
        />
        <Radio.Group
          label={WATCH_FORM.results}
          value={output === null ? 'preset' : 'folder'}
          onChange={(value) => setOutput(value === 'preset' ? null : { kind: 'folder', path: results })}
        >
          <Stack gap={6} mt={4}>
            <Radio
              size="xs"
              value="preset"
              label={WATCH_FORM.asPreset(placeWords(preset?.settings.output ?? null).toLowerCase())}
            />
            <Radio size="xs" value="folder" label={WATCH_FORM.other} />
          </Stack>
        </Radio.Group>
        {output !== null && (
          <FolderText
            label={WATCH_FORM.outFolder}
            placeholder={WATCH_FORM.outExample}
            purpose="results"
            value={results}
            error={problems.results ?? null}
            onChange={setResults}
          />
        )}
        {problems.refusal !== undefined && (
          <Text size="sm" c="var(--ct-bad)" role="alert">
            {problems.refusal}
          </Text>
        )}
        {absent === null ? (
          <Button type="submit" variant="filled" loading={busy}>
            {folder === undefined ? WATCH_FORM.add : WATCH_FORM.save}
          </Button>
        ) : (
          <AbsentFolder path={absent} busy={busy} onAnswer={submit} />
        )}
      </Stack>
    </form>
  );
}

interface AbsentFolderProps {
  readonly path: string;
  readonly busy: boolean;
  readonly onAnswer: (answer: IfAbsent) => void;
}

/** Asks in the place of the button that found it: a typo would be watched forever, without a word. */
function AbsentFolder({ path, busy, onAnswer }: AbsentFolderProps) {
  return (
    // Where the form is longer than the window, it would appear out of sight.
    <div ref={(box) => box?.scrollIntoView({ block: 'end' })} className={classes.absent} role="alert">
      <b>{WATCH_FORM.absent(path)}</b>
      <p>{WATCH_FORM.absentNote}</p>
      <Group gap={8}>
        <Button variant="filled" loading={busy} onClick={() => onAnswer('create')}>
          {WATCH_FORM.create}
        </Button>
        <Button disabled={busy} onClick={() => onAnswer('wait')}>
          {WATCH_FORM.wait}
        </Button>
      </Group>
    </div>
  );
}

interface FolderTextProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly error: string | null;
  /** Which dialog: that of folders with recordings, or that of folders for results. */
  readonly purpose: 'recordings' | 'results';
  readonly isFixed?: boolean;
  readonly onChange: (value: string) => void;
}

function FolderText({ isFixed = false, onChange, purpose, value, ...rest }: FolderTextProps) {
  const bridge = desktopBridge();

  async function choose(): Promise<void> {
    if (bridge === null) return;
    const chosen =
      purpose === 'results' ? await bridge.chooseOutputFolder('results') : (await bridge.chooseFolder('watch'))[0];
    if (chosen !== null && chosen !== undefined) onChange(chosen);
  }

  return (
    <div className={classes.folder}>
      <TextInput
        {...rest}
        data-autofocus={purpose === 'recordings' && !isFixed ? true : undefined}
        // In a window, only what was chosen in the dialog may be watched or written to.
        readOnly={isFixed || bridge !== null}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {bridge !== null && !isFixed && (
        <Button onClick={() => void choose().catch(showRefusal)}>{WATCH_FORM.choose}</Button>
      )}
    </div>
  );
}

/** @returns whether it is there, or may be missing */
async function settleFolder({ client }: PageDesk, path: string, ifAbsent: IfAbsent) {
  if (ifAbsent === 'ask') return (await client.watchFolders.checkFolder({ path })).found;
  if (ifAbsent === 'create') await client.watchFolders.make({ path });
  return 'there';
}

type ReadFolder = { readonly path: string } | { readonly problem: string };

function problemIn(field: 'folder' | 'results', read: ReadFolder | null): Problems {
  return read !== null && 'problem' in read ? { [field]: read.problem } : {};
}

/** `~` and variables mean something on the host only. @returns the absolute path, or what is wrong */
async function readFolder(desk: PageDesk, text: string): Promise<ReadFolder> {
  const wanted = text.trim();
  if (wanted === '') return { problem: WATCH_FORM.missing };
  if (isAbsolutePath(wanted) && !/[$%]/.test(wanted)) return { path: wanted };
  const { path, reason } = await desk.client.adding.readFolder({ text: wanted });
  return path === null ? { problem: reason ?? WATCH_FORM.missing } : { path };
}

export function placeWords(output: OutputPlace | null): string {
  if (output === null) return WATCH_WORDS.places.preset;
  if (output.kind === 'folder') return WATCH_WORDS.places[layoutOf(output)](shownName(output.path));
  return WATCH_WORDS.places[output.kind];
}
