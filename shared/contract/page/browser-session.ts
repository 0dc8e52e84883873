/**
 * How the page of the browser host shows its session. Requests carry it in the `Authorization` header, the WebSocket in a subprotocol,
 * because a page can't set headers there. It never is a cookie.
 *
 *     POST   /session          {token} → {session}: exchanges the token of the printed address
 *     DELETE /session          ends the session and closes its WebSockets
 *     POST   /session/address  {address} → {address}: a media address that works once without a header, for downloads
 */

export const SESSION_PATHS = { session: '/session', address: '/session/address' } as const;

/** The subprotocol that the server agrees to. */
export const DESK_PROTOCOL = 'cleartake';

const SESSION_PROTOCOL = `${DESK_PROTOCOL}.session.`;
const SCHEME = 'Bearer ';

/** The header of a request of this session. */
export function sessionHeaders(session: string): { readonly authorization: string } {
  return { authorization: `${SCHEME}${session}` };
}

/** The session in an `Authorization` header. */
export function sessionOfHeader(header: string | undefined): string | undefined {
  return header?.startsWith(SCHEME) ? header.slice(SCHEME.length) : undefined;
}

/** The subprotocols of a WebSocket of this session; the server never repeats the second one. */
export function sessionProtocols(session: string): string[] {
  return [DESK_PROTOCOL, `${SESSION_PROTOCOL}${session}`];
}

/** The session in a `Sec-WebSocket-Protocol` header. */
export function sessionOfProtocols(header: string | undefined): string | undefined {
  const names = header?.split(',').map((name) => name.trim()) ?? [];
  return names.find((name) => name.startsWith(SESSION_PROTOCOL))?.slice(SESSION_PROTOCOL.length);
}
