/** Answers written straight to a socket that is then closed. */

const CLOSING = 'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nConnection: close';

/** The only methods that calls have (RFC 9110, section 15.5.6: a 405 names them). */
const ALLOW = 'Allow: POST, OPTIONS\r\n';

/** @param status with its reason phrase, for example `400 Bad Request` */
export function rawAnswer(status: string, sentence: string, requestId: string): string {
  const body = JSON.stringify({ error: sentence, requestId });
  return `HTTP/1.1 ${status}\r\n${status.startsWith('405') ? ALLOW : ''}${CLOSING}\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
