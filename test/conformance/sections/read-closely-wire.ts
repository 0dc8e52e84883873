/** Sentences of the specification that are easily read past: headers, methods and media as they arrive. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { post, send } from '../tools/client.ts';
import { makeHook } from '../tools/hooks.ts';
import { raw, rawPieces, statusOf } from '../tools/raw.ts';
import { rowsOf, section } from '../tools/rows.ts';
import { tinyVideo } from '../tools/tiny-video.ts';
import { LIST_PROJECTS, MODELS, PROGRESS, settled, start, uploadedProject } from '../tools/work.ts';

const HOOKS = ['accounts', 'webhooks', 'receiver'] as const;
const closely = rowsOf('Read closely · ');

section('Read closely', () => {
  for (const header of ['Authorization', 'X-Api-Key', 'Xi-Api-Key']) {
    const value = (key: string) => `${header === 'Authorization' ? 'Bearer ' : ''}${key}`;
    const line = (key: string) => `${header}: ${value(key)}`;
    const call = (...keys: readonly string[]) =>
      raw(`POST ${LIST_PROJECTS} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', 'Content-Length: 2', ...keys);
    closely(`keys · ${header} twice: with one key accepted, with different ones refused`, [], async () => {
      expect(statusOf(await call(line(target.apiKey), line(target.apiKey)))).toBe(200);
      expect(statusOf(await call(line(target.apiKey), line(target.adminKey)))).toBe(401);
      expect(statusOf(await call(line(target.adminKey), line(target.apiKey)))).toBe(401);
    });
    closely(`keys · ${header} twice, joined into one line as fetch does it`, [], async () => {
      const joined = async (...keys: readonly string[]) => {
        const headers = { 'content-type': 'application/json', [header]: keys.map(value).join(', ') };
        return (await send(LIST_PROJECTS, { headers, body: '{}' })).status;
      };
      expect(await joined(target.apiKey, target.apiKey)).toBe(200);
      expect(await joined(target.apiKey, target.adminKey)).toBe(401);
      expect(await joined(target.adminKey, target.apiKey)).toBe(401);
    });
  }

  closely('"Any other method answers 405" (one that HTTP does not know, and CONNECT)', [], async () => {
    for (const first of [
      `FOO ${LIST_PROJECTS} HTTP/1.1`,
      'CONNECT a:443 HTTP/1.1',
      'CONNECT /v1/list_projects HTTP/1.1',
    ]) {
      const answer = await raw(first, 'Host: a');
      expect([first, statusOf(answer)]).toEqual([first, 405]);
      expect(answer).toMatch(/\r\nAllow: /i);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: expect.any(String) });
    }
  });

  closely('"Any other method answers 405" (one that arrives in pieces, and one before a long path)', [], async () => {
    const lines = (path: string) => `FOO ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const whole = lines(LIST_PROJECTS);
    for (const cut of [1, 3, 4, 12]) {
      expect([cut, statusOf(await rawPieces([whole.slice(0, cut), whole.slice(cut)]))]).toEqual([cut, 405]);
    }
    expect(statusOf(await rawPieces([lines(`${LIST_PROJECTS}?${'a'.repeat(8000)}`)]))).toBe(405);
    expect(statusOf(await rawPieces(['what is this\r\n\r\n']))).toBe(400);
  });

  const VIDEOS = {
    'talk.mp4': 'video/mp4',
    // Neither says that it is a video.
    'talk.wav': 'audio/wav',
  };
  for (const [originalFileName, contentType] of Object.entries(VIDEOS)) {
    closely(
      `hasVideo · from the first event on, and for a second generation (${originalFileName})`,
      HOOKS,
      async () => {
        const hook = await makeHook({ mode: 'live' });
        const who = { key: hook.owner.key };
        const { apiProjectId } = await uploadedProject(who, tinyVideo(), { originalFileName, contentType });
        for (const model of MODELS) {
          const { generationId } = (await start(model, apiProjectId, who)).json;
          const polled = await post(PROGRESS, { apiProjectId, generationId }, hook.owner.key);
          expect(polled.json.hasVideo).toBe(true);
          await settled({ apiProjectId, generationId }, who);
        }
        const deliveries = await hook.receiver.wait(6);
        expect(deliveries.map(({ json }) => json.hasVideo)).toEqual(deliveries.map(() => true));
      },
    );
  }
});
