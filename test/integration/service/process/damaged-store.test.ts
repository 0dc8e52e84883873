/** A service that runs alone never replaces a damaged database unasked. */

import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { movableClock, startAgain, startService, type TestService } from '../../../harness/service/test-service.ts';

const databaseOf = ({ dataDirectory }: TestService) => path.join(dataDirectory, 'service.sqlite');

async function closedService(): Promise<{ service: TestService; projectId: string }> {
  const service = await startService();
  const { apiProjectId } = await service.uploadedProject('a medium');
  await service.close();
  return { service, projectId: apiProjectId };
}

function dropTable(file: string): void {
  const raw = new Database(file);
  raw.pragma('foreign_keys = OFF');
  raw.exec('drop table projects');
  raw.close();
}

test.each([
  [
    'garbage in its header',
    (file: string) => writeFileSync(file, 'not a database\n'.repeat(1000)),
    'it is no database',
  ],
  ['a missing table', dropTable, 'the table projects is missing'],
] as const)('with %s it says so, changes nothing, and recovers when it is told to', async (_, damage, reason) => {
  const { service, projectId } = await closedService();
  const file = databaseOf(service);
  damage(file);
  const before = readFileSync(file);
  await expect(startAgain(service)).rejects.toThrow(new RegExp(`${reason}.*Nothing was changed.*--recover`));
  expect(readFileSync(file).equals(before)).toBe(true);

  const again = await startAgain(service, { recover: true });
  expect(again.recovered).toMatchObject({ source: expect.any(Number) });
  const kept = path.join(again.recovered?.keptIn ?? '', 'service.sqlite');
  expect(readFileSync(kept).equals(before)).toBe(true);
  const { body } = await again.post(DEFAULT_PATHS.listProjects, {});
  expect(body).toMatchObject({ projects: [{ apiProjectId: projectId }] });
  await again.close();
  expect((await startAgain(service)).recovered).toBeNull();
});

test('a change is in the backup that is made as the service ends, and three are kept', async () => {
  let { service } = await closedService();
  const clock = movableClock();
  for (let number = 0; number < 4; number++) {
    clock.move(60_000);
    service = await startAgain(service, { clock });
    await service.createProject();
    await service.close();
  }
  const names = await readdir(path.join(service.dataDirectory, 'backups'));
  expect(names).toHaveLength(3);
  const newest = new Database(path.join(service.dataDirectory, 'backups', names.sort().at(-1) ?? ''), {
    readonly: true,
  });
  expect(newest.prepare('select count(*) from projects').pluck().get()).toBe(5);
  newest.close();
});
