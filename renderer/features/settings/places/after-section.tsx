/** Settings › Queue › After each recording: a program, or what becomes of the file, with the way back. */

import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { movedBackWords } from '../../../../shared/domain/care/strings.ts';
import { AFTER_RECORDING } from '../../../../shared/domain/preferences.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { Buttons } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { SettingRow, SettingsSection } from '../../../components/settings/section.tsx';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { announce } from '../../../state/page-stores.ts';
import { ChoiceField } from '../fields/fields.tsx';
import { SETTINGS } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';

const WORDS = SETTINGS.after;

export function AfterSection() {
  const { preferences, change, resetting } = usePreferences();
  const { afterRecording, putAwayFolder } = preferences;
  const program = useSession(({ info }) => info?.afterProgram ?? null);
  const hint =
    afterRecording === 'program' ? (
      <>
        {WORDS.programHint} <code>{program}</code>
      </>
    ) : afterRecording === 'delete' ? (
      WORDS.deleteHint
    ) : afterRecording === 'move' && putAwayFolder === '' ? (
      WORDS.noFolder
    ) : undefined;
  return (
    <SettingsSection
      title={WORDS.title}
      text={WORDS.text}
      reset={resetting(WORDS.title, 'afterRecording', 'putAwayFolder')}
    >
      <SettingRow label={WORDS.field} standard={WORDS.answers.nothing} below={hint}>
        <ChoiceField
          label={WORDS.field}
          value={afterRecording}
          choices={AFTER_RECORDING}
          words={WORDS.answers}
          onChange={(answer) => change({ afterRecording: answer })}
        />
      </SettingRow>
      {afterRecording === 'move' && (
        <FolderRow folder={putAwayFolder} onChange={(folder) => change({ putAwayFolder: folder })} />
      )}
      <MoveBack />
    </SettingsSection>
  );
}

/** A browser has no dialog that tells where a folder is, so there it is typed. */
function FolderRow({ folder, onChange }: { folder: string; onChange: (folder: string) => void }) {
  const { client } = useDesk();
  const bridge = desktopBridge();
  const [typed, setTyped] = useState(folder);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => setTyped(folder), [folder]);

  async function choose(): Promise<void> {
    const chosen = (await bridge?.chooseOutputFolder()) ?? null;
    if (chosen !== null) onChange(chosen);
  }

  async function read(): Promise<void> {
    if (typed.trim() === folder) return;
    const { path, reason } = await client.adding.readFolder({ text: typed });
    setProblem(path === null ? reason : null);
    if (path !== null) onChange(path);
  }

  return (
    <SettingRow label={WORDS.folder} note={bridge === null ? undefined : folder || undefined}>
      {bridge === null ? (
        <TextInput
          size="sm"
          w={300}
          maw="100%"
          aria-label={WORDS.folder}
          error={problem}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => void read().catch(showRefusal)}
          onKeyDown={(event) => event.key === 'Enter' && void read().catch(showRefusal)}
        />
      ) : (
        <Button onClick={() => void choose().catch(showRefusal)}>{WORDS.choose}</Button>
      )}
    </SettingRow>
  );
}

function MoveBack() {
  const { client } = useDesk();
  const [count, setCount] = useState(0);
  useEffect(() => {
    client.sources.movedAway().then((found) => setCount(found.count), showRefusal);
  }, [client]);
  if (count === 0) return null;

  async function takeBack(): Promise<void> {
    const { left, moved } = await client.sources.takeBack();
    setCount(left);
    announce(movedBackWords(moved, left));
  }

  return (
    <SettingRow label={WORDS.moved(count)}>
      <Buttons>
        <Button onClick={() => void takeBack().catch(showRefusal)}>{WORDS.back}</Button>
      </Buttons>
    </SettingRow>
  );
}
