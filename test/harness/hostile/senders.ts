/** Requests to the browser host by whoever is not its page: other programs, and pages of other sites in the same browser. */

import { sessionHeaders, sessionProtocols } from '../../../shared/contract/page/browser-session.ts';
import { ask, UPGRADE } from '../raw-http.ts';
import { callAddresses } from './calls.ts';
import type { Outcome } from './run-attempts.ts';

export interface Door {
  readonly origin: string;
  readonly port: number;
  /** Of the printed address. */
  readonly token: string;
  /** That of the page. */
  readonly session: string;
  /** One that was ended. */
  readonly ended: string;
}

type Headers = Record<string, string>;

/** As a page shows a session: in a header, and where it asks for a WebSocket. */
function showing(session: string): Headers {
  return { ...sessionHeaders(session), 'sec-websocket-protocol': sessionProtocols(session).join(', ') };
}

/** The page's own headers. Each sender differs from them in one thing. */
export function ownHeaders({ origin, session }: Door): Headers {
  return { origin, ...showing(session) };
}

function senders(door: Door): Record<string, Headers> {
  const { origin, port, session } = door;
  const own = ownHeaders(door);
  return {
    'no session': { origin },
    'a guessed session': { origin, ...showing('A'.repeat(43)) },
    'an ended session': { origin, ...showing(door.ended) },
    'the token in place of a session': { origin, ...showing(door.token) },
    'the session in a cookie': { origin, cookie: `session=${session}; cleartake-${port}=${session}` },
    'another site': { ...own, origin: 'https://evil.example' },
    'another port of this computer': { ...own, origin: 'http://127.0.0.1:1' },
    'another name of this computer': { ...own, origin: `http://localhost:${port}` },
    'a page without an origin': { ...own, origin: 'null' },
    'a page that the browser calls foreign': { ...own, 'sec-fetch-site': 'cross-site' },
    'a name that leads here': { ...own, host: `evil.example:${port}` },
  };
}

const REQUESTS: readonly (readonly [method: string, address: string])[] = [
  ['GET', '/media/file?take=original:x'],
  ['GET', '/media/peaks?take=original:x'],
  ['POST', '/media/upload?name=a.wav'],
  ['POST', '/session/address'],
  ['DELETE', '/session'],
];

/** Every request of every sender. Refused is a status from 400 on, and above all no WebSocket. */
export async function askAsOthers(door: Door): Promise<Outcome[]> {
  const requests = [...REQUESTS, ...callAddresses('/rpc').map((address) => ['POST', address] as const)];
  const outcomes: Outcome[] = [];
  const note = (name: string, status: number) =>
    outcomes.push({ name, outcome: status >= 400 ? 'refused' : `answered ${status}` });
  for (const [sender, headers] of Object.entries(senders(door))) {
    for (const [method, path] of requests) {
      const body = method === 'POST' ? { body: '{}' } : {};
      const answer = await ask({ port: door.port, method, path, headers, ...body });
      note(`${method} ${path} by ${sender}`, answer.status);
    }
    const upgrade = await ask({ port: door.port, path: '/rpc', headers: { ...headers, ...UPGRADE } });
    note(`a WebSocket by ${sender}`, upgrade.status);
  }
  return outcomes;
}
