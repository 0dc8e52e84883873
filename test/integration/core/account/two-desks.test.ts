/** Two people with a desk and a user each, against one service over TLS: neither learns anything of the other. */

import path from 'node:path';
import { generate } from 'selfsigned';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp } from '../../../../electron/core/api/http.ts';
import type { Network } from '../../../../electron/core/api/network.ts';
import { createServiceClient } from '../../../../electron/core/api/service-client.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { writeTakes } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { freePort } from '../../../harness/remote/listen.ts';
import { makeKey, makeUser } from '../../../harness/service/accounts.ts';
import { startAgain, startService } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const FREE = { 'service-2': 0, 'service-3.5': 0 };

async function certificate() {
  const altNames = [
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
  ];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  return { certificate: made.cert, key: made.private };
}

/** What `NODE_EXTRA_CA_CERTS` gives a desk: the studio's certificate is trusted. */
function trusting(ca: string): Network {
  const agent = () => new Agent({ connect: { ca } });
  return { pool: agent, single: agent };
}

/** A desk with one finished recording and an endpoint, and every identifier that belongs to it. */
async function person(baseUrl: string, network: Network, keys: { readonly own: string; readonly admin: string }) {
  const folder = temporaryFolder();
  const { client, desk, store } = openTestDesk(
    path.join(folder, 'data'),
    {},
    { network, spawn: createFakeEngine().spawn },
  );
  const details = { name: 'Studio', baseUrl, headerStyle: 'bearer' as const, prices: FREE };
  const { id: connectionId } = await client.connections.add({ ...details, key: keys.own });
  await client.keys.setAdmin({ connectionId, key: keys.admin });
  const url = `https://127.0.0.1:${await freePort()}/hook`;
  const asked = { connectionId, mode: 'live' as const, url, eventTypes: [...EVENT_TYPES] };
  const { endpointId } = await client.webhooks.configure(asked);
  writeTakes(path.join(folder, 'in'), 1);
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [path.join(folder, 'in')], preset, start: true, connectionId });
  await waitForJob(client, jobIds[0] ?? '', ({ state }) => state.kind === 'done');
  const { deliveries } = await until(async () => {
    const answer = await client.webhooks.deliveries({ connectionId });
    return answer.deliveries.length >= 3 ? answer : null;
  });
  const http = createHttp(systemClock, network);
  onTestFinished(() => http.close());
  const calls = createServiceClient(http, {
    baseUrl: new URL(baseUrl),
    key: keys.own,
    headerStyle: 'bearer',
    paths: DEFAULT_PATHS,
  });
  const [project] = await calls.listProjects();
  const projectId = project?.apiProjectId ?? '';
  const [generation] = await calls.listGenerations(projectId);
  const generationId = generation?.generationId ?? '';
  const messageId = deliveries[0]?.messageId ?? '';
  expect([projectId, generationId, messageId].every((id) => id.length > 8)).toBe(true);
  return { client, desk, store, calls, connectionId, endpointId, projectId, generationId, messageId };
}

type Person = Awaited<ReturnType<typeof person>>;

/** Everything that a desk can be shown of its account. */
async function seenBy({ calls, client, connectionId }: Person): Promise<string> {
  const { keys, portal, webhooks } = client;
  const looked: unknown[] = [];
  for await (const event of await client.care.lookAtService({ connectionId })) looked.push(event);
  return JSON.stringify([
    await calls.listProjects(),
    looked,
    await keys.list({ connectionId }),
    await webhooks.list({ connectionId }),
    await webhooks.deliveries({ connectionId, limit: 500 }),
    await portal.account({ connectionId }),
    await portal.usage({ connectionId }),
    await portal.audit({ connectionId, limit: 500 }),
    await portal.invoices({ connectionId }),
    await portal.users({ connectionId }),
  ]);
}

test('neither of two desks sees the other’s projects, files or events', { tags: 'long' }, async () => {
  const plain = await startService();
  const users = [await makeUser(plain, 'Ada'), await makeUser(plain, 'Ben')];
  const keys = [];
  for (const { admin, userId } of users) {
    const { key } = await makeKey(plain, { userId, scopes: ['read', 'write'] });
    keys.push({ own: key, admin: admin.key });
  }
  await plain.close();
  const tls = await certificate();
  const service = await startAgain(plain, { tls, configuration: { webhooks: { allowPrivateAddresses: true } } });
  expect(service.baseUrl).toMatch(/^https:/);
  const network = trusting(tls.certificate);
  const [ada, ben] = await Promise.all(keys.map((both) => person(service.baseUrl, network, both)));
  if (ada === undefined || ben === undefined) expect.fail('two people were expected');

  for (const [one, other, otherUser] of [
    [ada, ben, users[1]],
    [ben, ada, users[0]],
  ] as const) {
    const seen = await seenBy(one);
    // The list is not simply empty: it has what is one's own.
    for (const id of [one.projectId, one.generationId, one.endpointId, one.messageId]) expect(seen).toContain(id);
    for (const id of [
      other.projectId,
      other.generationId,
      other.endpointId,
      other.messageId,
      otherUser?.userId ?? '',
    ]) {
      expect(id).not.toBe('');
      expect(seen).not.toContain(id);
    }

    const gone = { code: expect.stringMatching(/^(projectUnknown|generationUnknown|notFound)$/) };
    const { projectId, generationId } = other;
    await expect(one.calls.listGenerations(projectId)).rejects.toMatchObject(gone);
    await expect(one.calls.progress(projectId, generationId)).rejects.toMatchObject(gone);
    expect(await one.calls.askResult(projectId, generationId, 'audio')).toMatchObject({ refusal: gone });
    const { client, connectionId } = one;
    const { endpointId, messageId } = other;
    const refusals = [
      client.webhooks.resend({ connectionId, endpointId, messageId }),
      client.webhooks.resend({ connectionId, endpointId: one.endpointId, messageId }),
      client.webhooks.setEnabled({ connectionId, endpointId, enabled: false }),
      client.webhooks.recover({ connectionId, endpointId, since: new Date(Date.now() - 60_000).toISOString() }),
    ];
    for (const refused of await Promise.allSettled(refusals)) expect(refused.status).toBe('rejected');
    await expect(one.desk.signingSecret(connectionId, endpointId, null)).rejects.toThrow();
    const told = await client.webhooks.test({ connectionId, mode: 'live', eventType: 'generation.completed' });
    expect(told.endpoints?.map((endpoint) => endpoint.endpointId)).toEqual([one.endpointId]);
  }
  // Nothing of what was tried has changed the other's endpoint.
  for (const { client, connectionId } of [ada, ben]) {
    expect((await client.webhooks.list({ connectionId })).endpoints).toMatchObject([{ enabled: true }]);
  }
});
