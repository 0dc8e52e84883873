/** Asks for caps on what may be spent: over a connection, or for one batch. */

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { MicroUsd } from '../../../shared/domain/money.ts';
import type { PageDesk } from '../../state/desk.ts';
import { distinctName } from '../../state/session-store.ts';
import { useSaving } from '../messages/saving.tsx';
import { CAP_FORM } from '../strings.ts';
import { readUsdField, usdText } from '../text/usd.ts';

export function askForCaps(desk: PageDesk, connection: ConnectionView): void {
  const { caps, id: connectionId } = connection;
  open(CAP_FORM.title(distinctName(desk.session.getState(), connection)), {
    fields: [
      [CAP_FORM.day, caps.day],
      [CAP_FORM.month, caps.month],
    ],
    async save([day = null, month = null]) {
      await desk.client.connections.setCaps({ connectionId, caps: { day, month } });
      await desk.refreshConnections();
    },
  });
}

/** @param jobId any recording of the batch */
export function askForBatchCap(desk: PageDesk, jobId: string): void {
  open(CAP_FORM.batchTitle, {
    fields: [[CAP_FORM.batch, null]],
    save: ([maxCost = null]) => desk.client.queue.setBatchCap({ jobId, maxCost }),
  });
}

interface CapFormProps {
  readonly fields: readonly (readonly [label: string, present: MicroUsd | null])[];
  readonly save: (amounts: readonly (MicroUsd | null)[]) => Promise<void>;
}

function open(title: string, form: CapFormProps): void {
  const id = modals.open({ title, children: <CapForm {...form} onDone={() => modals.close(id)} /> });
}

function CapForm({ fields, save, onDone }: CapFormProps & { readonly onDone: () => void }) {
  const [texts, setTexts] = useState(fields.map(([, present]) => usdText(present)));
  const [tried, setTried] = useState(false);
  const { busy, refusal, save: saveWith } = useSaving(onDone);
  const amounts = texts.map(readUsdField);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    const valid = amounts.filter((amount) => amount !== 'invalid');
    if (valid.length === amounts.length) saveWith(() => save(valid));
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{CAP_FORM.note}</Text>
        {fields.map(([label], index) => (
          <TextInput
            key={label}
            data-autofocus={index === 0 || undefined}
            label={label}
            inputMode="decimal"
            placeholder={CAP_FORM.none}
            error={tried && amounts[index] === 'invalid' ? CAP_FORM.invalid : null}
            value={texts[index] ?? ''}
            onChange={(event) => setTexts(texts.with(index, event.currentTarget.value))}
          />
        ))}
        {refusal}
        <Button type="submit" variant="filled" loading={busy}>
          {CAP_FORM.save}
        </Button>
      </Stack>
    </form>
  );
}
