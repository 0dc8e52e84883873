/** The rows that every status table has: preflight, authentication, permissions, method, and the server's own failure. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { adminWith, EVERYTHING, makeKey, scopedWith } from '../tools/accounts.ts';
import { post, send } from '../tools/client.ts';
import type { Endpoint } from '../tools/endpoints.ts';
import { expectRefusal } from '../tools/expectations.ts';
import { withFault } from '../tools/rehearsal.ts';
import { row } from '../tools/rows.ts';

/** How a table words the rows that all tables have. */
export interface Wording {
  readonly preflight: string;
  readonly unauthenticated: string;
  readonly notActive: string;
  /** The permission's name stands in for `{permission}`. */
  readonly permissionMissing: string;
  readonly notPost: string;
  /** One row for each. */
  readonly faults: readonly string[];
}

/** The wording of "Common rules for every /v1 endpoint", for endpoints without a table of their own. */
export const COMMON_WORDING: Wording = {
  preflight: 'OPTIONS is accepted as CORS preflight and answers 204 with no body',
  unauthenticated: 'Missing or invalid key answers 401',
  notActive: 'inactive key … answers 403',
  permissionMissing: 'missing permission answers 403',
  notPost: 'Any other method answers 405',
  faults: ['401, 403, 405 and 500 apply to all'],
};

/** The wording of the tables that endpoints have of their own. */
export const TABLE_WORDING: Omit<Wording, 'faults'> = {
  preflight: 'CORS preflight.',
  unauthenticated: 'Missing or invalid API key.',
  notActive: 'key not active',
  permissionMissing: '{permission} missing',
  notPost: 'Method is not POST.',
};

export function commonRows({ path, permissions, privileged, body }: Endpoint, wording: Wording): void {
  const title = (status: number, quote: string) => `POST ${path} · ${status} · "${quote}"`;
  const goodKey = () => (privileged ? target.adminKey : target.apiKey);

  row(title(204, wording.preflight), [], async () => {
    const headers = {
      origin: 'https://page.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    const reply = await send(path, { method: 'OPTIONS', headers });
    expect(reply.status).toBe(204);
    expect(reply.text).toBe('');
    expect(['*', 'https://page.example']).toContain(reply.headers.get('access-control-allow-origin'));
    expect(reply.headers.get('access-control-allow-methods')).toContain('POST');
    expect(reply.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    // No body that stands in a preflight is looked at.
    for (const strange of ['', '{']) expect((await send(path, { method: 'OPTIONS', body: strange })).status).toBe(204);
  });

  row(title(401, `${wording.unauthenticated} (missing)`), [], async () => {
    expectRefusal(await post(path, await body(), null), 401);
  });

  row(title(401, `${wording.unauthenticated} (invalid)`), [], async () => {
    expectRefusal(await post(path, await body(), `${goodKey()}x`), 401);
    expectRefusal(await post(path, await body(), 'no such key'), 401);
  });

  if (privileged) {
    row(title(403, 'Privileged admin key required'), ['accounts'], async () => {
      const scopes = permissions.filter((permission) => permission !== 'admin');
      expectRefusal(await post(path, await body(), (await scopedWith(...scopes)).key), 403);
      expectRefusal(await post(path, await body(), target.apiKey), 403);
    });
  }

  row(title(403, wording.notActive), ['accounts'], async () => {
    const role = privileged ? 'admin' : 'scoped';
    const scopes = EVERYTHING.filter((permission) => privileged || permission !== 'admin');
    const { key } = await makeKey({ role, scopes, status: 'inactive' });
    expectRefusal(await post(path, await body(), key), 403);
  });

  for (const permission of permissions) {
    const quote = wording.permissionMissing.replace('{permission}', permission);
    row(title(403, `${quote}${quote.includes(permission) ? '' : ` (${permission})`}`), ['accounts'], async () => {
      const others = EVERYTHING.filter((one) => one !== permission && !implies(one, permission));
      const key = privileged
        ? await adminWith(...others)
        : await scopedWith(...others.filter((one) => one !== 'admin'));
      expectRefusal(await post(path, await body(), key.key), 403);
    });
  }

  row(title(405, wording.notPost), [], async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const reply = await send(path, { method, headers: { authorization: `Bearer ${goodKey()}` } });
      expectRefusal(reply, 405);
    }
    expect((await send(path, { method: 'HEAD' })).status).toBe(405);
  });

  for (const quote of wording.faults) {
    row(`${title(500, quote)} (the answer's form, under an injected fault)`, ['rehearsal'], async () => {
      const call = async () => post(path, await body(), goodKey());
      const broken = await withFault(path, '500', call);
      expectRefusal(broken, 500);
      // Retryable: the same call is taken again.
      expect((await call()).status).not.toBe(500);
    });
  }
}

/** Whether a key that has one permission may be given another by it: `read` and `write` cover the work on projects. */
function implies(has: string, wanted: string): boolean {
  const [area = '', act = ''] = wanted.split(':');
  return ['projects', 'generations'].includes(area) && has === act;
}
