/** Requests written to a socket byte by byte: what no HTTP client sends by itself. */

import net from 'node:net';
import { inject } from 'vitest';
import { pause } from './work.ts';

/** How long a piece travels alone. */
const APART_MS = 60;

/** Sends a request with the body `{}`. @returns the whole answer as text */
export function raw(...lines: readonly string[]): Promise<string> {
  return rawPieces([`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n{}`]);
}

/** The same in pieces that arrive one after the other. */
export function rawPieces(pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(inject('target').baseUrl);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('end', () => resolve(answer));
    // What was still to be sent no longer matters once there is an answer.
    socket.on('error', (failure) => (answer === '' ? reject(failure) : resolve(answer)));
    void send(socket, pieces);
  });
}

async function send(socket: net.Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece);
    await pause(APART_MS);
  }
}

export function statusOf(answer: string): number {
  return Number(answer.split(' ')[1]);
}
