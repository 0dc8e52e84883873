/** A select of connections, each with its color and label. */

import { Select, type SelectProps } from '@mantine/core';
import { markedName } from '../../../shared/domain/connections/marks.ts';
import { useSession } from '../../state/desk-context.ts';
import { ConnectionName, markOf, Swatch } from './connection-name.tsx';

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
