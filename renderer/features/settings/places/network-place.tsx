/** Settings › Network: the proxy with its password, and a company's certificates. */

import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { NetworkView } from '../../../../shared/contract/system.ts';
import { readProxyChoice } from '../../../../shared/domain/preferences.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { useKeyStorage } from '../../../components/connections/key-form.tsx';
import { Buttons } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { SettingRow, SettingsPlace, SettingsSection } from '../../../components/settings/section.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { announce } from '../../../state/page-stores.ts';
import { useAsked } from '../../../state/use-asked.ts';
import { ChoiceField } from '../fields/fields.tsx';
import { NETWORK } from '../strings.ts';
import { usePreferences } from '../use-preferences.ts';

const CHOICES = ['automatic', 'none', 'own'] as const;
type Choice = (typeof CHOICES)[number];

export function NetworkPlace() {
  return (
    <SettingsPlace title={NETWORK.title}>
      <ProxySection />
      <CertificatesSection />
    </SettingsPlace>
  );
}

function choiceOf(proxy: string): Choice {
  return proxy === 'automatic' || proxy === 'none' ? proxy : 'own';
}

function ProxySection() {
  const { client } = useDesk();
  const { preferences, change, resetting } = usePreferences();
  const { proxy, proxyExceptions, proxyUser } = preferences;
  const words = NETWORK.proxy;
  /** “This one” is chosen before there is an address: until the setting changes. */
  const [chosen, setChosen] = useState<{ readonly choice: Choice; readonly before: string } | null>(null);
  const choice = chosen?.before === proxy ? chosen.choice : choiceOf(proxy);
  const ask = useCallback(() => client.system.network(), [client]);
  const { answer: view, change: show } = useAsked(ask, { about: `${proxy} ${proxyExceptions}` });

  function choose(next: Choice): void {
    setChosen({ choice: next, before: proxy });
    if (next !== 'own') change({ proxy: next });
  }

  const inUse = view === null ? '' : (view.problem ?? (view.proxy === null ? words.direct : words.uses(view.proxy)));
  return (
    <SettingsSection
      title={words.title}
      text={words.text}
      reset={resetting(words.title, 'proxy', 'proxyUser', 'proxyExceptions')}
    >
      <SettingRow label={words.field} standard={words.standard} below={<span role="status">{inUse}</span>}>
        <ChoiceField
          label={words.field}
          value={choice}
          choices={CHOICES}
          words={words.choices}
          looks="segments"
          onChange={choose}
        />
      </SettingRow>
      {choice === 'own' && (
        <>
          <TextRow
            label={words.address}
            shown={choiceOf(proxy) === 'own' ? proxy : ''}
            placeholder={words.example}
            read={(text) => {
              const read = readProxyChoice(text);
              return read === null || choiceOf(read) !== 'own' ? null : read;
            }}
            problem={words.notAnAddress}
            onChange={(address) => change({ proxy: address })}
          />
          <TextRow label={words.user} shown={proxyUser} onChange={(user) => change({ proxyUser: user })} />
          {choiceOf(proxy) === 'own' && view !== null && (
            <PasswordRow view={view} onKept={(kept) => show(() => kept)} />
          )}
        </>
      )}
      {choice !== 'none' && (
        <TextRow
          label={words.exceptions}
          note={words.exceptionsNote}
          shown={proxyExceptions}
          onChange={(exceptions) => change({ proxyExceptions: exceptions })}
        />
      )}
    </SettingsSection>
  );
}

interface TextRowProps {
  readonly label: string;
  readonly note?: string;
  readonly shown: string;
  readonly placeholder?: string;
  /** Null for what isn't taken. */
  readonly read?: (text: string) => string | null;
  readonly problem?: string;
  readonly onChange: (text: string) => void;
}

/** Saved once the field is left, or with Enter. */
function TextRow({ label, note, onChange, placeholder, problem, read = (text) => text.trim(), shown }: TextRowProps) {
  const [typed, setTyped] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => setTyped(shown), [shown]);

  function finish(): void {
    const value = read(typed);
    setWrong(value === null && typed.trim() !== '');
    if (value !== null && value !== shown) onChange(value);
  }

  return (
    <SettingRow label={label} note={note}>
      <TextInput
        size="sm"
        w={300}
        maw="100%"
        aria-label={label}
        placeholder={placeholder ?? ''}
        error={isWrong ? problem : null}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onBlur={finish}
        onKeyDown={(event) => event.key === 'Enter' && finish()}
      />
    </SettingRow>
  );
}

function PasswordRow({ onKept, view }: { view: NetworkView; onKept: (view: NetworkView) => void }) {
  const desk = useDesk();
  const words = NETWORK.proxy;
  const [password, setPassword] = useState('');
  const { choice, keep } = useKeyStorage(desk);

  function set(given: string | null, said: string): void {
    setPassword('');
    desk.client.system
      .setProxyPassword({ password: given, ...(given === null ? {} : keep) })
      .then((next) => {
        onKept(next);
        announce(said);
      })
      .catch(showRefusal);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (password !== '') set(password, words.passwordKept);
  }

  return (
    <SettingRow label={words.password} note={view.hasPassword ? words.kept : undefined} below={choice ?? undefined}>
      <form onSubmit={submit}>
        <Buttons>
          <PasswordInput
            size="sm"
            w={200}
            autoComplete="off"
            aria-label={words.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" disabled={password === ''}>
            {words.keep}
          </Button>
          {view.hasPassword && <Button onClick={() => set(null, words.passwordForgotten)}>{words.forget}</Button>}
        </Buttons>
      </form>
    </SettingRow>
  );
}

function CertificatesSection() {
  const { preferences, change, resetting } = usePreferences();
  const { certificateFile } = preferences;
  const words = NETWORK.certificates;
  const bridge = desktopBridge();

  async function choose(): Promise<void> {
    const file = (await bridge?.chooseArchive('certificates')) ?? null;
    if (file !== null) change({ certificateFile: file });
  }

  return (
    <SettingsSection title={words.title} text={words.text} reset={resetting(words.title, 'certificateFile')}>
      {bridge === null ? (
        <TextRow label={words.path} shown={certificateFile} onChange={(file) => change({ certificateFile: file })} />
      ) : (
        <SettingRow label={words.field} note={certificateFile || undefined} standard={words.standard}>
          <Buttons>
            <Button onClick={() => void choose().catch(showRefusal)}>{words.choose}</Button>
            {certificateFile !== '' && <Button onClick={() => change({ certificateFile: '' })}>{words.remove}</Button>}
          </Buttons>
        </SettingRow>
      )}
    </SettingsSection>
  );
}
