/** Tables of the local service. The migrations in electron/service/migrations are generated from these files. */

export * from './accounts.ts';
export * from './billing.ts';
export * from './webhooks.ts';
export * from './work.ts';
