/** Changes the color and label of the built-in connection. Nothing else of it can change. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { Form } from '../../components/layout/layout.tsx';
import { useSaving } from '../../components/messages/saving.tsx';
import type { Desk } from '../../state/desk.ts';
import { labelOf, MarkFields, type MarkText } from './mark-fields.tsx';
import { FORM, MARK } from './strings.ts';

export function askForMark(desk: Desk, connection: ConnectionView): void {
  const id = modals.open({
    title: MARK.title(connection.name),
    size: 560,
    children: <MarkForm desk={desk} connection={connection} onDone={() => modals.close(id)} />,
  });
}

interface MarkFormProps {
  readonly desk: Desk;
  readonly connection: ConnectionView;
  readonly onDone: () => void;
}

function MarkForm({ desk, connection, onDone }: MarkFormProps) {
  const [mark, setMark] = useState<MarkText>({ color: connection.color, label: connection.label ?? '' });
  const { busy, refusal, save } = useSaving(onDone);

  function submit(event: FormEvent): void {
    event.preventDefault();
    save(async () => {
      const { color } = mark;
      await desk.client.connections.update({ connectionId: connection.id, color, label: labelOf(mark) });
      await desk.refreshConnections();
    });
  }

  return (
    <Form gap={14} onSubmit={submit}>
      <MarkFields mark={mark} onChange={setMark} />
      {refusal}
      <Button type="submit" variant="filled" h={38} loading={busy}>
        {FORM.change}
      </Button>
    </Form>
  );
}
