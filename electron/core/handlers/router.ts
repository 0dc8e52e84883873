/** The contract's functions, assembled from one file a group. */

import { implement } from '@orpc/server';
import { contract } from '../../../shared/contract/index.ts';

export const os = implement(contract);
export type DeskRouter = ReturnType<typeof os.router>;
