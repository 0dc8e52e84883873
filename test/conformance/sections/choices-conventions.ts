/** Our choices where the specification is silent, one row each: what users of any API expect. Not rows of the specification. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { makeKey } from '../tools/accounts.ts';
import { must, type Reply, send } from '../tools/client.ts';
import { wav } from '../tools/media.ts';
import { row, section } from '../tools/rows.ts';
import { createProject, DOWNLOAD, sample } from '../tools/work.ts';

/** A key as it may come along with any request (specification, "Authentication", rule 1). */
const WITH_KEY: Readonly<Record<string, (key: string) => Readonly<Record<string, string>>>> = {
  Authorization: (key) => ({ authorization: `Bearer ${key}` }),
  'X-Api-Key': (key) => ({ 'x-api-key': key }),
  'Xi-Api-Key': (key) => ({ 'xi-api-key': key }),
};

async function downloadUrl(key: string): Promise<string> {
  const { apiProjectId, 'service-2': generationId } = await sample();
  return (await must(DOWNLOAD, { apiProjectId, generationId, downloadType: 'audio' }, key)).downloadUrl;
}

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => send(url, { method: 'GET', headers });

section('Our choices: conventions', () => {
  for (const [name, headersOf] of Object.entries(WITH_KEY)) {
    row(`Our choice · signed URLs · an upload ignores ${name}, valid or not`, [], async () => {
      for (const key of [target.apiKey, `${target.apiKey}x`]) {
        const { uploadUrl, contentType, uploadMethod } = await createProject();
        const headers = { 'content-type': contentType, ...headersOf(key) };
        expect((await send(uploadUrl, { method: uploadMethod, headers, body: wav(1) })).status).toBe(200);
        expect((await send(uploadUrl, { method: 'HEAD', headers: headersOf(key) })).status).toBe(200);
      }
    });

    row(`Our choice · signed URLs · a download ignores ${name}, valid or not`, [], async () => {
      const url = await downloadUrl(target.apiKey);
      const plain = await get(url);
      for (const key of [target.apiKey, `${target.apiKey}x`]) {
        const { status, text } = await get(url, headersOf(key));
        expect([status, text.length]).toEqual([200, plain.text.length]);
      }
    });
  }

  const ENDS: Readonly<Record<string, (keyId: string) => Promise<unknown>>> = {
    rotated: (keyId) => must('/v1/api_keys/rotate', { keyId }, target.adminKey),
    deactivated: (keyId) => must('/portal/keys/deactivate', { keyId }, target.adminKey),
    revoked: (keyId) => must('/portal/keys/revoke', { keyId }, target.adminKey),
  };
  for (const [how, end] of Object.entries(ENDS)) {
    row(`Our choice · signed URLs · end with their key: ${how}, a download answers 403`, ['accounts'], async () => {
      const { key, keyId } = await makeKey({ role: 'scoped', scopes: ['generations:read'] });
      const url = await downloadUrl(key);
      expect((await get(url)).status).toBe(200);
      await end(keyId);
      const refused: Reply = await get(url);
      expect(refused.status).toBe(403);
      expect(refused.json.error).toMatch(/key/i);
      expect((await get(await downloadUrl(target.apiKey))).status).toBe(200);
    });
  }
});
