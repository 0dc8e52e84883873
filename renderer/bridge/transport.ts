/** One connection to the desk, over whichever transport the host offers, and what happens when it ends. */

import type { ClientContext, ClientLink } from '@orpc/client';

/** Why the desk could not be reached: the address holds no valid token, or nobody answers. */
export type ConnectFailure = 'refused' | 'gone';

interface Transport {
  readonly link: ClientLink<ClientContext>;
  /** Settles when the connection ends, for whatever reason. */
  readonly closed: Promise<void>;
}

export type ConnectResult =
  | { readonly ok: true; readonly transport: Transport }
  | { readonly ok: false; readonly failure: ConnectFailure };

/** Opens a connection. Never rejects. */
export type Connect = () => Promise<ConnectResult>;
