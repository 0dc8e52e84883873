/** Generates the local service's migrations from its schema: `npm run migrations`. */

import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  casing: 'snake_case',
  schema: './electron/service/store/sqlite/schema/*.ts',
  out: './electron/service/migrations',
});
