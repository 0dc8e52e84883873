/** Where connections come from: undici's pools, or a test's own network. */

import { Agent, type Dispatcher } from 'undici';

const CONNECT_MS = 10_000;
/** Longest silence on a connection, in milliseconds. */
const IDLE_MS = 60_000;

export interface Network {
  /** For calls and transfers: connections are kept alive and reused. */
  pool(): Dispatcher;
  /** For a single request: a paid request never uses a connection that may be half closed. */
  single(): Dispatcher;
}

/** Every request over it names the program, whoever makes it. */
export function namedNetwork({ pool, single }: Network, userAgent: string): Network {
  const name: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
    dispatch({ ...options, headers: { ...(options.headers as object), 'user-agent': userAgent } }, handler);
  return { pool: () => pool().compose(name), single: () => single().compose(name) };
}

export const undiciNetwork: Network = {
  pool: () => new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: IDLE_MS, bodyTimeout: IDLE_MS }),
  single: () =>
    new Agent({
      connect: { timeout: CONNECT_MS },
      headersTimeout: IDLE_MS,
      bodyTimeout: IDLE_MS,
      pipelining: 0,
      connections: 1,
    }),
};
