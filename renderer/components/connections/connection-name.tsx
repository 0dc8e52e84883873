/** A connection's name with its color and label, and choices of connections. The label is text and the name always stands there, so nothing depends on the color. */

import { Radio, Select, type SelectProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { type ConnectionMark, markedName, NO_MARK } from '../../../shared/domain/connections/marks.ts';
import { useSession } from '../../state/desk-context.ts';
import { distinctName, type SessionState } from '../../state/session-store.ts';
import classes from './connections.module.css';

interface ConnectionNameProps {
  readonly id: string;
  /** As it is to be shown, for example with its address. */
  readonly name: ReactNode;
}

/** One that was removed has no mark anymore. */
export function ConnectionName({ id, name }: ConnectionNameProps) {
  const { color, label } = useSession((state) => markOf(state, id));
  return (
    <span className={classes.named}>
      <Swatch color={color} />
      <span className="cut">
        {name}
        {label !== null && <span className="visually-hidden">,</span>}
      </span>
      {label !== null && <ConnectionLabel color={color} label={label} />}
    </span>
  );
}

/** For a narrow place: the color, and the label in parentheses. */
export function ShortConnectionName({ id, name }: { readonly id: string; readonly name: string }) {
  const { color, label } = useSession((state) => markOf(state, id));
  return (
    <>
      <Swatch color={color} />
      {markedName({ name, label })}
    </>
  );
}

export function ConnectionLabel({ color, label }: ConnectionMark) {
  return (
    <span className={`${classes.label} cut`} data-color={color}>
      {label}
    </span>
  );
}

/** Nothing without a color. */
export function Swatch({ color }: Pick<ConnectionMark, 'color'>) {
  return color === null ? null : <span className={classes.swatch} data-color={color} aria-hidden="true" />;
}

export function markOf({ connections }: Pick<SessionState, 'connections'>, connectionId: string): ConnectionMark {
  return connections.find(({ id }) => id === connectionId) ?? NO_MARK;
}

interface ConnectionRadiosProps {
  readonly connections: readonly ConnectionView[];
  readonly label: string;
  /** The connection's id. */
  readonly chosen: string;
  readonly onChoose: (connectionId: string) => void;
  /** Below the name. */
  readonly note?: (connection: ConnectionView) => string;
  /** Pixels above it. */
  readonly mt?: number;
}

/** A choice of connections, one below the other. */
export function ConnectionRadios({ connections, label, chosen, onChoose, note, mt = 0 }: ConnectionRadiosProps) {
  const session = useSession((state) => state);
  return (
    <Radio.Group aria-label={label} value={chosen} onChange={onChoose}>
      <Stack gap={12} mt={mt}>
        {connections.map((connection) => (
          <Radio
            key={connection.id}
            value={connection.id}
            size="xs"
            data-autofocus={connection.id === chosen || undefined}
            label={<ConnectionName id={connection.id} name={distinctName(session, connection)} />}
            description={note?.(connection)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface ConnectionSelectProps extends Omit<SelectProps, 'data' | 'leftSection' | 'renderOption'> {
  readonly connections: readonly { readonly id: string; readonly name: string }[];
  readonly value: string | null;
}

export function ConnectionSelect({ connections, value, ...props }: ConnectionSelectProps) {
  const session = useSession((state) => state);
  const { color } = markOf(session, value ?? '');
  const nameOf = new Map(connections.map(({ id, name }) => [id, name]));
  return (
    <Select
      {...props}
      data={connections.map(({ id, name }) => ({
        value: id,
        label: markedName({ name, label: markOf(session, id).label }),
      }))}
      leftSection={color === null ? undefined : <Swatch color={color} />}
      renderOption={({ option }) => <ConnectionName id={option.value} name={nameOf.get(option.value) ?? ''} />}
      value={value}
    />
  );
}
