/** Answers written straight to a socket that is then closed. */

const CLOSING = 'Content-Type: application/json; charset=utf-8\r\nConnection: close';

/** @param status with its reason phrase, for example `400 Bad Request` */
export function rawAnswer(status: string, sentence: string): string {
  const body = JSON.stringify({ error: sentence });
  return `HTTP/1.1 ${status}\r\n${CLOSING}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
