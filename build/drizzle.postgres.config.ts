/** Generates the service's migrations for PostgreSQL from its schema: `npm run migrations`. */

import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './electron/service/store/postgres/schema/*.ts',
  out: './electron/service/store/postgres/migrations',
});
