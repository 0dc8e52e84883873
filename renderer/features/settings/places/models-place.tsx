/** Settings › Models: the person's own networks, which restore on this computer. */

import { Button, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import type { OwnModelView } from '../../../../shared/contract/models.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { Buttons, QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal, useSaving } from '../../../components/messages/saving.tsx';
import { useOwnModels } from '../../../components/models/use-own-models.ts';
import { SettingRow, SettingsPlace, SettingsSection } from '../../../components/settings/section.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { announce } from '../../../state/page-stores.ts';
import { MODELS_PLACE } from '../strings.ts';

export function ModelsPlace() {
  const { client } = useDesk();
  const { again, answer: models } = useOwnModels();

  const ask = ({ id, name }: OwnModelView) =>
    modals.openConfirmModal({
      title: MODELS_PLACE.askTitle(name),
      children: <p>{MODELS_PLACE.ask}</p>,
      labels: { confirm: MODELS_PLACE.remove, cancel: MODELS_PLACE.keep },
      confirmProps: { variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () =>
        void client.models
          .remove({ id })
          .then(() => announce(MODELS_PLACE.removed(name)))
          .catch(showRefusal)
          .finally(again),
    });

  return (
    <SettingsPlace title={MODELS_PLACE.title} lead={MODELS_PLACE.lead}>
      <SettingsSection title={MODELS_PLACE.title} text={MODELS_PLACE.text}>
        {models?.length === 0 && <QuietText m="6px 0">{MODELS_PLACE.none}</QuietText>}
        {models?.map((model) => (
          <SettingRow key={model.id} label={model.name} note={factsOf(model)}>
            <Button
              size="compact-sm"
              fz={12}
              aria-label={MODELS_PLACE.removeNamed(model.name)}
              onClick={() => ask(model)}
            >
              {MODELS_PLACE.remove}
            </Button>
          </SettingRow>
        ))}
        <AddRow onAdded={again} />
      </SettingsSection>
    </SettingsPlace>
  );
}

function AddRow({ onAdded }: { onAdded: () => void }) {
  const { client } = useDesk();
  const bridge = desktopBridge();
  const [typed, setTyped] = useState('');
  const { busy, refusal, save } = useSaving(onAdded);

  const add = (file: string) =>
    save(async () => {
      const { name } = await client.models.add({ file });
      setTyped('');
      announce(MODELS_PLACE.added(name));
    });

  async function choose(): Promise<void> {
    const file = (await bridge?.chooseArchive('model')) ?? null;
    if (file !== null) add(file);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.trim() !== '') add(typed.trim());
  }

  return (
    <SettingRow label={MODELS_PLACE.add} note={MODELS_PLACE.addNote} below={refusal ?? undefined}>
      {bridge === null ? (
        <form onSubmit={submit}>
          <Buttons>
            <TextInput
              size="sm"
              w={260}
              maw="100%"
              aria-label={MODELS_PLACE.path}
              placeholder={MODELS_PLACE.path}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" loading={busy} disabled={typed.trim() === ''}>
              {MODELS_PLACE.addTyped}
            </Button>
          </Buttons>
        </form>
      ) : (
        <Button loading={busy} onClick={() => void choose().catch(showRefusal)}>
          {MODELS_PLACE.choose}
        </Button>
      )}
    </SettingRow>
  );
}

function factsOf({ about, cost, sampleRate }: OwnModelView): string {
  return [...(about === '' ? [] : [about]), MODELS_PLACE.facts(sampleRate / 1000, cost.toFixed(2))].join('. ');
}
