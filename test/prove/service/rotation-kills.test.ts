/** A rotation under kills: it happened, with its entry in the log, or it did not. What was answered stays. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { helperEnvironment } from '../../../electron/hosts/common/processes/helper-environment.ts';
import { rotateKey } from '../../../shared/service-api/operations/keys.ts';
import { createKey } from '../../../shared/service-api/operations/portal-accounts.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import type { FromService, ToService } from '../../../shared/service-api/service-process.ts';
import { readStore } from '../../harness/service/accounts.ts';
import { createCalls, MIGRATIONS, type ServiceCalls, temporaryFolder } from '../../harness/service/test-service.ts';
import { depth } from '../depth.ts';

const ENTRY = path.resolve(import.meta.dirname, '../../../electron/service/entry.ts');
const START_KEY = 'start-key-of-this-run-0123456789';
const KILLS = depth(3, 5);

interface Running extends ServiceCalls {
  readonly child: ChildProcess;
}

async function startProcess(dataDirectory: string): Promise<Running> {
  const environment = { CLEARTAKE_SERVICE_DATA: dataDirectory, CLEARTAKE_SERVICE_MIGRATIONS: MIGRATIONS };
  const child = fork(ENTRY, [], {
    env: helperEnvironment(environment),
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: [],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  child.send({ kind: 'start', key: START_KEY, suspended: [] } satisfies ToService);
  const [message] = (await once(child, 'message')) as [FromService];
  if (message.kind !== 'listening') throw new Error(message.kind);
  return { child, ...createCalls(message.baseUrl, START_KEY) };
}

test(`${KILLS} kills leave no rotation half done, and none that was answered undone`, {
  tags: 'long',
  retry: 0,
}, async () => {
  const dataDirectory = await temporaryFolder();
  let service = await startProcess(dataDirectory);
  const { body: made } = await service.post(createKey.path, { label: 'Studio', role: 'scoped', scopes: ['read'] });
  const { keyId } = made;
  let secret: string = made.key;
  let answered = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Rotations follow each other as fast as they can until the process is gone.
    const { child, post } = service;
    const gone = once(child, 'exit');
    const killSoon = () => setTimeout(() => child.kill('SIGKILL'), 10 + depth(150, 17) * kill);
    // Every second kill comes behind an answer, however slow the machine is.
    let isDying = kill % 2 === 0;
    if (isDying) killSoon();
    try {
      for (;;) {
        const answer = await post(rotateKey.path, { keyId });
        expect(answer.status).toBe(200);
        secret = answer.body.key;
        answered += 1;
        if (!isDying) killSoon();
        isDying = true;
      }
    } catch (failure) {
      expect(failure).toBeInstanceOf(TypeError);
    }
    await gone;

    const [row] = readStore<{ key_prefix: string; prefix: string }>(
      { dataDirectory },
      `select key_prefix, (select json_extract(details, '$.keyPrefix') from audit_entries
       where target = key_id order by sequence desc limit 1) prefix from keys where key_id = ?`,
      keyId,
    );
    const [{ entries } = { entries: -1 }] = readStore<{ entries: number }>(
      { dataDirectory },
      `select count(*) entries from audit_entries where action = 'key.rotated'`,
    );
    // The log's last entry is the key's last rotation; at most one rotation a kill happened without its answer arriving.
    expect(row?.prefix).toBe(row?.key_prefix);
    expect(entries).toBeGreaterThanOrEqual(answered);
    expect(entries).toBeLessThanOrEqual(answered + kill + 1);

    service = await startProcess(dataDirectory);
    const stands = row?.key_prefix === secret.slice(0, 12);
    expect((await service.post(DEFAULT_PATHS.listProjects, {}, secret)).status).toBe(stands ? 200 : 401);
    const next = await service.post(rotateKey.path, { keyId });
    secret = next.body.key;
    answered += 1;
  }
  expect(answered).toBeGreaterThan(KILLS);
  expect((await service.post(DEFAULT_PATHS.listProjects, {}, secret)).status).toBe(200);
});
