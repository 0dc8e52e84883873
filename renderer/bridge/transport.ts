/** One connection to the desk, independent of the host. */

import type { ClientContext, ClientLink } from '@orpc/client';

/** Why the desk is unreachable: no valid token, or no answer. */
export type ConnectFailure = 'refused' | 'gone';

interface Transport {
  readonly link: ClientLink<ClientContext>;
  /** Resolves when the connection ends, for any reason. */
  readonly closed: Promise<void>;
}

export type ConnectResult =
  | { readonly ok: true; readonly transport: Transport }
  | { readonly ok: false; readonly failure: ConnectFailure };

/** Opens a connection. Never rejects. */
export type Connect = () => Promise<ConnectResult>;
