/** A data folder as the released service left it opens, migrates and works. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { hashSecret, prefixOf } from '../../../../electron/service/auth/secrets.ts';
import { listKeys, rotateKey } from '../../../../shared/service-api/operations/keys.ts';
import { createUser, listUsers } from '../../../../shared/service-api/operations/portal-accounts.ts';
import { listAudit } from '../../../../shared/service-api/operations/portal-audit.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { readStore } from '../../../harness/service/accounts.ts';
import { MIGRATIONS, startService, temporaryFolder } from '../../../harness/service/test-service.ts';

const ADMIN_SECRET = `ctk_${'a'.repeat(43)}`;
const CHILD_SECRET = `ctk_${'b'.repeat(43)}`;
const ADMIN_SCOPES = [
  'admin read keys:read keys:write webhooks:write',
  'projects:read projects:write generations:read generations:write',
].flatMap((words) => words.split(' '));
const CHILD_SCOPES = ['read', 'projects:read', 'projects:write', 'generations:read', 'generations:write'];
const PROJECT = 'prj_11111111111111111111111111111111';
const GENERATION = 'gen_22222222222222222222222222222222';
const OUTPUT = Buffer.from('restored sound');

/** Writes what migration 0000 made and the released service put there: two users, three keys, a project, a complete generation. */
async function releasedFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const sql = await readFile(path.join(MIGRATIONS, '0000_initial.sql'), 'utf8');
  const journal = JSON.parse(await readFile(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8'));
  const [released] = journal.entries;
  expect(released.tag).toBe('0000_initial');
  const raw = new Database(path.join(folder, 'service.sqlite'));
  raw.pragma('journal_mode = WAL');
  for (const statement of sql.split('--> statement-breakpoint')) raw.exec(statement);
  raw.exec('create table __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)');
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    raw
      .prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row));
  };
  const hash = createHash('sha256').update(sql).digest('hex');
  insert('__drizzle_migrations', { hash, created_at: released.when });
  insert('users', { user_id: 'usr_1', name: 'owner', tier: 'developer', created_at: 1000 });
  insert('users', { user_id: 'usr_2', name: 'this computer', tier: 'developer', created_at: 2000 });
  const key = {
    role: 'admin',
    status: 'active',
    scopes: JSON.stringify(ADMIN_SCOPES),
    resource_bounds: '{}',
    created_at: 1000,
  };
  const admin = { ...key, key_id: 'key_1', user_id: 'usr_1', label: 'Admin key' };
  insert('keys', { ...admin, key_prefix: prefixOf(ADMIN_SECRET), secret_hash: hashSecret(ADMIN_SECRET) });
  const child = {
    ...key,
    key_id: 'key_2',
    user_id: 'usr_1',
    label: 'API key',
    role: 'scoped',
    parent_key_id: 'key_1',
    scopes: JSON.stringify(CHILD_SCOPES),
  };
  insert('keys', { ...child, key_prefix: prefixOf(CHILD_SECRET), secret_hash: hashSecret(CHILD_SECRET) });
  insert('keys', { ...key, key_id: 'key_built_in', user_id: 'usr_2', label: 'This computer', key_prefix: '' });
  const ids = { project_id: PROJECT, user_id: 'usr_1', key_id: 'key_2' };
  insert('projects', {
    ...ids,
    status: 'uploaded',
    original_file_name: 'old take.wav',
    content_type: 'audio/wav',
    bytes: 5,
    created_at: 3000,
    uploaded_at: 3001,
  });
  insert('generations', {
    ...ids,
    generation_id: GENERATION,
    model: 'service-2',
    status: 'complete',
    created_at: 4000,
    started_at: 4001,
    finished_at: 4002,
  });
  insert('outputs', {
    generation_id: GENERATION,
    download_type: 'audio',
    file_name: 'audio.wav',
    extension: 'wav',
    content_type: 'audio/wav',
    bytes: OUTPUT.length,
    sha256: createHash('sha256').update(OUTPUT).digest('hex'),
  });
  insert('usage', {
    generation_id: GENERATION,
    user_id: 'usr_1',
    key_id: 'key_2',
    model: 'service-2',
    billable_seconds: 60,
    price_per_second: 0,
    amount: 0,
    recorded_at: 4002,
  });
  insert('start_requests', { user_id: 'usr_1', idempotency_key: 'once', fingerprint: 'x', generation_id: GENERATION });
  raw.close();
  const media = path.join(folder, 'media', PROJECT);
  await mkdir(path.join(media, GENERATION), { recursive: true });
  await writeFile(path.join(media, 'medium.wav'), 'sound');
  await writeFile(path.join(media, GENERATION, 'audio.wav'), OUTPUT);
  return folder;
}

test('its keys work, its users are operators, and its data is listed and downloaded', async () => {
  const service = await startService({ dataDirectory: await releasedFolder() });
  expect(service.createdKeys).toBeNull();
  const users = await service.post(listUsers.path, {}, ADMIN_SECRET);
  expect(users.body.users).toMatchObject([
    { userId: 'usr_1', operator: true, tier: 'developer', createdAt: '1970-01-01T00:00:01.000Z' },
    { userId: 'usr_2', operator: true },
  ]);
  const { keys } = (await service.post(listKeys.path, {}, ADMIN_SECRET)).body;
  expect(keys).toMatchObject([
    { keyId: 'key_1', scopes: ADMIN_SCOPES },
    { keyId: 'key_2', parentKeyId: 'key_1' },
  ]);
  expect((await service.post(DEFAULT_PATHS.listProjects, {}, CHILD_SECRET)).body.projects).toEqual([
    { apiProjectId: PROJECT, status: 'uploaded', originalFileName: 'old take.wav' },
  ]);
  const ids = { apiProjectId: PROJECT, generationId: GENERATION };
  const progress = await service.post(DEFAULT_PATHS.generationProgress, ids, CHILD_SECRET);
  expect(progress.body).toMatchObject({ status: 'complete', progress: 1, modelKey: 'service-2' });
  const download = await service.post(DEFAULT_PATHS.generationDownload, ids, CHILD_SECRET);
  const file = await fetch(download.body.downloadUrl);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(OUTPUT);
});

test('it continues: new uploads, generations on old projects, rotation, users and their log', async () => {
  const service = await startService({ dataDirectory: await releasedFolder() });
  const again = await service.post(
    DEFAULT_PATHS.startGeneration['service-3.5'],
    { apiProjectId: PROJECT },
    CHILD_SECRET,
  );
  expect(again.status).toBe(200);
  expect((await service.settled(again.body, CHILD_SECRET)).status).toBe('complete');
  const { apiProjectId } = await service.uploadedProject('samples', 'new.wav', CHILD_SECRET);
  const started = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId }, CHILD_SECRET);
  expect((await service.settled(started.body, CHILD_SECRET)).status).toBe('complete');

  const rotated = await service.post(rotateKey.path, { keyId: 'key_2' }, ADMIN_SECRET);
  expect(rotated.status).toBe(200);
  expect((await service.post(DEFAULT_PATHS.listProjects, {}, CHILD_SECRET)).status).toBe(401);
  const ada = await service.post(createUser.path, { name: 'Ada' }, ADMIN_SECRET);
  expect(ada.body.operator).toBe(false);
  const log = await service.post(listAudit.path, {}, ADMIN_SECRET);
  expect(log.body.entries).toMatchObject([{ action: 'key.rotated', target: 'key_2', actorKeyId: 'key_1' }]);
});

test('the built-in account keeps its key, with what later versions allow it', async () => {
  const service = await startService({ dataDirectory: await releasedFolder(), startKey: 'start-key-of-this-run' });
  const { body } = await service.post(listKeys.path, {}, 'start-key-of-this-run');
  expect(body.keys).toMatchObject([{ keyId: 'key_built_in', createdAt: '1970-01-01T00:00:01.000Z' }]);
  expect(body.keys[0].scopes).toEqual(expect.arrayContaining([...ADMIN_SCOPES, 'write', 'webhooks:read']));
});

test('it migrates once: the second start changes nothing of the schema', async () => {
  const dataDirectory = await releasedFolder();
  const look = () => readStore({ dataDirectory }, 'select name, sql from sqlite_master order by name');
  await (await startService({ dataDirectory })).close();
  const first = look();
  const applied = readStore({ dataDirectory }, 'select * from __drizzle_migrations');
  await (await startService({ dataDirectory })).close();
  expect(look()).toEqual(first);
  expect(readStore({ dataDirectory }, 'select * from __drizzle_migrations')).toEqual(applied);
  expect(applied.length).toBeGreaterThan(1);
  // A fresh folder has the same tables, indices and triggers.
  const fresh = await temporaryFolder();
  await (await startService({ dataDirectory: fresh })).close();
  const names = (rows: unknown[]) => rows.map((row) => (row as { name: string }).name);
  expect(names(readStore({ dataDirectory: fresh }, 'select name, sql from sqlite_master order by name'))).toEqual(
    names(first),
  );
  expect(readStore({ dataDirectory }, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(readStore({ dataDirectory }, 'pragma foreign_key_check')).toEqual([]);
});
