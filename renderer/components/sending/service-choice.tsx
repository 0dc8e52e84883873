/** Which service a finished recording is sent to, which models restore it there, and what can be sent at all. */

import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import { MODEL_IDS, MODELS, type ModelId } from '../../../shared/domain/models.ts';
import { useQueue, useSession } from '../../state/desk-context.ts';
import { distinctName } from '../../state/session-store.ts';
import { ConnectionName } from '../connections/connection-name.tsx';
import { SERVICE } from './strings.ts';

interface ServiceRadiosProps {
  /** The connection's id. */
  readonly chosen: string;
  readonly onChoose: (connectionId: string) => void;
  readonly withThisComputer?: boolean;
}

/** Usually all but this computer. */
export function ServiceRadios({ chosen, onChoose, withThisComputer = false }: ServiceRadiosProps) {
  const session = useSession((state) => state);
  return (
    <Radio.Group aria-label={SERVICE.group} value={chosen} onChange={onChoose}>
      <Stack gap={12}>
        {session.connections
          .filter(({ kind }) => withThisComputer || kind !== 'built-in')
          .map((one) => (
            <Radio
              key={one.id}
              value={one.id}
              size="xs"
              data-autofocus={one.id === chosen || undefined}
              label={<ConnectionName id={one.id} name={distinctName(session, one)} />}
            />
          ))}
      </Stack>
    </Radio.Group>
  );
}

interface ModelChoiceProps {
  readonly chosen: readonly ModelId[];
  /** Gets at least one. */
  readonly onChoose: (models: readonly ModelId[]) => void;
}

export function ModelChoice({ chosen, onChoose }: ModelChoiceProps) {
  return (
    <Checkbox.Group
      aria-label={SERVICE.models}
      value={[...chosen]}
      onChange={(values) => {
        const models = MODEL_IDS.filter((model) => values.includes(model));
        if (models.length > 0) onChoose(models);
      }}
    >
      <Group gap="8px 18px" align="stretch">
        {MODEL_IDS.map((model) => (
          <Checkbox key={model} value={model} size="xs" label={MODELS[model].label} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Whether one of them is restored, delivered or in review, and a service is there that it wasn't restored at. */
export function useSendable(jobIds: readonly string[]): boolean {
  const connections = useSession((state) => state.connections);
  return useQueue(({ jobs }) =>
    jobIds.some((id) => {
      const job = jobs.get(id);
      if ((job?.state.kind !== 'done' && job?.state.kind !== 'in-review') || job.excerpt !== null) return false;
      return connections.some(({ id: connectionId, kind }) => kind !== 'built-in' && connectionId !== job.connectionId);
    }),
  );
}
