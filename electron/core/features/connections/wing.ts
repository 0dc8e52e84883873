/** Opens the wing of connections: their keys, the account, the rehearsal, and the receiver of webhooks. */

import { revealSecret, rotateSecret } from '../../../../shared/service-api/operations/portal-webhooks.ts';
import type { Ground } from '../../calls/ground.ts';
import { os } from '../../calls/router.ts';
import type { AdHocConnections, AdHocDetails } from '../../connections/ad-hoc.ts';
import type { Rehearsals } from '../../connections/rehearsals.ts';
import { createRehearsals } from '../../connections/rehearsals.ts';
import { capsChanged } from '../../queue/actions.ts';
import { connectionsHandlers } from './connections.ts';
import { keysHandlers } from './keys.ts';
import { portalHandlers } from './portal.ts';
import { createDeskReceiver } from './webhooks/desk-receiver.ts';
import { webhooksHandlers } from './webhooks.ts';

export function openConnectionsWing({ builtIn, connections, ports, queue, settings, store }: Ground) {
  const rehearsals = createRehearsals({ builtIn, connections, store });
  const { unpark } = queue.runner;
  const receiver = createDeskReceiver({
    ...ports,
    dataDirectory: settings.dataDirectory,
    store,
    connections: () => connections.list().map(({ id }) => id),
    hint: queue.hint,
  });
  // A terminal ends with its work; it has `webhooks listen`.
  if (settings.host !== 'cli') void receiver.start();
  return {
    handlers: () => ({
      connections: connectionsHandlers({
        connections,
        forgetSigning: (connectionId) => receiver.setSecrets(connectionId, null),
        ports,
        rehearsals,
        store,
        unpark,
        onCaps: () => capsChanged(queue.context),
      }),
      webhooks: webhooksHandlers({ connections, receiver }),
      keys: keysHandlers({ connections, ports, unpark }),
      portal: portalHandlers({ connections, ports, unpark }),
      rehearsal: rehearsalHandlers({ rehearsals, unpark }),
    }),
    stop: receiver.stop,
    forHost: {
      adHocConnection: async (baseUrl: string, key: string, details?: AdHocDetails) =>
        (await connections.adHoc.open(baseUrl, key, details)).id,
      recognizeKey: async (...[key, baseUrl]: Parameters<AdHocConnections['recognize']>) => {
        for (const id of await connections.adHoc.recognize(key, baseUrl)) await unpark(id);
      },
      signingSecret: async (connectionId: string, endpointId: string, rotate: 'for-a-day' | 'at-once' | null) => {
        const { signingSecret } = await connections.portal(connectionId);
        return rotate === null
          ? signingSecret(revealSecret, { endpointId })
          : signingSecret(rotateSecret, { endpointId, immediately: rotate === 'at-once' });
      },
    },
  };
}

interface RehearsalHandlersPorts {
  readonly rehearsals: Rehearsals;
  /** Lets a connection be tried again. */
  readonly unpark: (connectionId: string) => void;
}

function rehearsalHandlers({ rehearsals, unpark }: RehearsalHandlersPorts) {
  const group = os.rehearsal;
  return {
    read: group.read.handler(({ input }) => rehearsals.read(input.connectionId)),
    change: group.change.handler(async ({ input }) => {
      const changed = await rehearsals.change(input.connectionId, input.change);
      if (!changed.on) unpark(input.connectionId);
      return changed;
    }),
  };
}
