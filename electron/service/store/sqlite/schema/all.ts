/** Tables of the local service. Migrations in electron/service/migrations are generated from these files alone. */

export * from './accounts.ts';
export * from './audit.ts';
export * from './billing.ts';
export * from './webhooks.ts';
export * from './work.ts';
