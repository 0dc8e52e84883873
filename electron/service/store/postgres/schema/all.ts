/** Tables of the service in PostgreSQL. The migrations in electron/service/store/postgres/migrations are generated from these files. */

export * from './accounts.ts';
export * from './billing.ts';
export * from './webhooks.ts';
export * from './work.ts';
