/** A connection's color and label: the fields, and the dialog that changes them alone. */

import { Button, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { CONNECTION_COLORS, type ConnectionColor, LONGEST_LABEL } from '../../../shared/domain/connections/marks.ts';
import { Form } from '../../components/layout/layout.tsx';
import { useSaving } from '../../components/messages/saving.tsx';
import type { PageDesk } from '../../state/desk.ts';
import classes from './connection-form.module.css';
import { CONNECTION_FORM, STATE_MARK } from './strings.ts';

export interface MarkText {
  readonly color: ConnectionColor | null;
  /** As it is typed; empty for none. */
  readonly label: string;
}

interface MarkFieldsProps {
  readonly mark: MarkText;
  readonly onChange: (mark: MarkText) => void;
}

export function MarkFields({ mark, onChange }: MarkFieldsProps) {
  const group = useId();
  return (
    <div className={classes.fields}>
      <fieldset className={classes.colors}>
        <legend>
          {STATE_MARK.color} <span aria-hidden="true">{STATE_MARK.colors[mark.color ?? 'none']}</span>
        </legend>
        <div className={classes.swatches}>
          {[null, ...CONNECTION_COLORS].map((color) => (
            <label
              key={color ?? 'none'}
              className={classes.choice}
              data-color={color}
              title={STATE_MARK.colors[color ?? 'none']}
            >
              <input
                type="radio"
                className="visually-hidden"
                name={group}
                aria-label={STATE_MARK.colors[color ?? 'none']}
                checked={mark.color === color}
                onChange={() => onChange({ ...mark, color })}
              />
              <span className={classes.swatch}>{mark.color === color && <IconCheck size={15} stroke={2.6} />}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextInput
        label={STATE_MARK.label}
        placeholder={STATE_MARK.labelExample}
        maxLength={LONGEST_LABEL}
        value={mark.label}
        onChange={(event) => onChange({ ...mark, label: event.currentTarget.value })}
      />
    </div>
  );
}

/** @returns null for an empty one */
export function labelOf({ label }: MarkText): string | null {
  return label.trim() === '' ? null : label.trim();
}

export function askForMark(desk: PageDesk, connection: ConnectionView): void {
  const id = modals.open({
    title: STATE_MARK.title(connection.name),
    size: 560,
    children: <MarkForm desk={desk} connection={connection} onDone={() => modals.close(id)} />,
  });
}

interface MarkFormProps {
  readonly desk: PageDesk;
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
        {CONNECTION_FORM.change}
      </Button>
    </Form>
  );
}
