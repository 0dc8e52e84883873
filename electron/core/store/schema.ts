/** The desk's store: all tables, and the rows that they have. */

import type { OpenDatabase } from '../../platform/sqlite.ts';
import * as costs from './schema/costs.ts';
import * as generations from './schema/generations.ts';
import * as jobs from './schema/jobs.ts';
import * as listening from './schema/listening.ts';
import * as sources from './schema/sources.ts';

export * from './schema/costs.ts';
export * from './schema/generations.ts';
export * from './schema/jobs.ts';
export * from './schema/listening.ts';
export * from './schema/sources.ts';

export const schema = { ...sources, ...jobs, ...generations, ...costs, ...listening };

/** The open database. */
export type Database = OpenDatabase<typeof schema>;
export type Orm = Database['orm'];
