/** Requests that no well-meant client sends, byte by byte. */

import net from 'node:net';

const MEBIBYTE = 1024 * 1024;

export interface Target {
  readonly port: number;
  readonly apiKey: string;
}

/** Sends bytes on a connection of its own and waits until the service closes it, or for a time. @returns what came back */
export function sendRaw(port: number, bytes: string | Buffer | readonly Buffer[], waitMs = 5000): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let answer = '';
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, waitMs);
    socket.on('data', (chunk) => {
      if (answer.length < 65_536) answer += chunk.toString('latin1');
    });
    socket.on('error', end);
    socket.on('close', end);
    socket.on('connect', () => {
      for (const part of typeof bytes === 'string' || Buffer.isBuffer(bytes) ? [bytes] : bytes) socket.write(part);
    });
  });
}

/** A POST to create_project with this body, on a connection that closes after it. */
export function post({ apiKey }: Target, body: Buffer | string, headers = ''): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${head(apiKey)}Content-Length: ${bytes.length}\r\n${headers}\r\n`), bytes]);
}

export function postChunked({ apiKey }: Target, chunks: Buffer | string): Buffer {
  return Buffer.concat([Buffer.from(`${head(apiKey)}Transfer-Encoding: chunked\r\n\r\n`), Buffer.from(chunks)]);
}

export function head(apiKey: string): string {
  return `POST /v1/create_project HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nAuthorization: Bearer ${apiKey}\r\n`;
}

/** Bodies of about a mebibyte, by what is wrong with them. */
export const HOSTILE_BODIES: Readonly<Record<string, () => string | Buffer>> = {
  'a mebibyte of [': () => '['.repeat(MEBIBYTE),
  'objects in objects': () => '{"a":'.repeat(MEBIBYTE / 5),
  'lists in lists, closed': () => '['.repeat(MEBIBYTE / 2) + ']'.repeat(MEBIBYTE / 2),
  'strings of NUL without an end': () => '"\\u0000'.repeat(MEBIBYTE / 7 - 1),
  'one string of escaped NUL': () => `{"originalFileName":"${'\\u0000'.repeat(MEBIBYTE / 6 - 20)}"}`,
  'a hundred thousand names': () =>
    `{${Array.from({ length: 95_000 }, (_, index) => `"k${index.toString(36)}":1`).join(',')}}`,
  'a hundred thousand names in params': () =>
    `{"originalFileName":"a","contentType":"b","params":{${Array.from({ length: 9000 }, (_, index) => `"${'x'.repeat(90)}${index.toString(36)}":1`).join(',')}}}`,
  'the same name over and over': () => `{${'"a":1,'.repeat(170_000)}"a":1}`,
  'empty lists': () => `[${'[],'.repeat(340_000)}1]`,
  'empty objects': () => `[${'{},'.repeat(340_000)}1]`,
  'one number of a million digits': () => `{"a":${'9'.repeat(MEBIBYTE - 10)}}`,
  'numbers beyond all bounds': () => `{"a":[${`${'9'.repeat(400)},`.repeat(2500)}1e999]}`,
  'exponents without end': () => `{"a":1e${'9'.repeat(MEBIBYTE - 10)}}`,
  'one very long name': () => `{"${'n'.repeat(MEBIBYTE - 20)}":1}`,
  'a very long file name': () => `{"originalFileName":"${'n'.repeat(MEBIBYTE - 60)}","contentType":"a"}`,
  'the name __proto__, escaped': () => `{${'"\\u005f_proto__":1,'.repeat(9000)}"a":1}`,
  'almost __proto__': () => '"\\u005f\\u005fproto_'.repeat(MEBIBYTE / 19),
  'lone surrogates': () => `{"originalFileName":"${'\\ud800'.repeat(MEBIBYTE / 6 - 20)}"}`,
  'bytes that are no UTF-8': () => Buffer.alloc(MEBIBYTE, 0xff),
  'nothing but spaces': () => ' '.repeat(MEBIBYTE),
  'backslashes in a string': () => `"${'\\'.repeat(MEBIBYTE - 2)}`,
  'more than a mebibyte': () => ' '.repeat(3 * MEBIBYTE),
};
