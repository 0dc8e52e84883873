import { defineConfig } from 'drizzle-kit';

/** Generates the migrations of the desk's store: `npm run migrations`. */
export default defineConfig({
  dialect: 'sqlite',
  casing: 'snake_case',
  schema: './electron/core/store/schema/*.ts',
  out: './electron/core/store/migrations',
});
