/** Which service a finished recording is sent to, which models restore it there, what that costs, and what can be sent at all. */

import { Checkbox, Group } from '@mantine/core';
import { useCallback } from 'react';
import { MODEL_IDS, type ModelId, modelOf } from '../../../shared/domain/models.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useQueue, useSession } from '../../state/desk-context.ts';
import { useAsked } from '../../state/use-asked.ts';
import { ConnectionRadios } from '../connections/connection-name.tsx';
import { showAndThrow } from '../messages/saving.tsx';
import { SERVICE } from './strings.ts';

interface ServiceRadiosProps {
  /** The connection's id. */
  readonly chosen: string;
  readonly onChoose: (connectionId: string) => void;
  readonly withThisComputer?: boolean;
}

/** Usually all but this computer. */
export function ServiceRadios({ chosen, onChoose, withThisComputer = false }: ServiceRadiosProps) {
  const connections = useSession((state) => state.connections);
  return (
    <ConnectionRadios
      connections={connections.filter(({ kind }) => withThisComputer || kind !== 'built-in')}
      label={SERVICE.group}
      chosen={chosen}
      onChoose={onChoose}
    />
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
          <Checkbox key={model} value={model} size="xs" label={modelOf(model).label} />
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

/** Asks what a request costs. */
export type Quoting<Request, Quote> = (queue: PageDesk['client']['queue'], request: Request) => Promise<Quote>;

/**
 * What a request costs; null until it is there, and as soon as the request is another.
 * @param quote the same function each time
 */
export function useQuoteOf<Request, Quote>(request: Request, quote: Quoting<Request, Quote>): Quote | null {
  const { client } = useDesk();
  const asked = JSON.stringify(request);
  const ask = useCallback(
    () => quote(client.queue, JSON.parse(asked) as Request).catch(showAndThrow),
    [client, quote, asked],
  );
  return useAsked(ask, { about: asked }).answer;
}
