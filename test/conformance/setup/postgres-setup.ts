/** The same suite against services that work with PostgreSQL. */

import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';
import { teardown as endServices, provideOwnServices } from './global-setup.ts';

let server: PostgresServer | null = null;

export async function setup(project: TestProject): Promise<void> {
  const started = await startPostgres();
  server = started;
  let made = 0;
  await provideOwnServices(project, async () => {
    const name = `conformance_${++made}`;
    await started.createDatabase(name);
    return started.address(name);
  });
}

export async function teardown(): Promise<void> {
  await endServices();
  await server?.remove();
}
