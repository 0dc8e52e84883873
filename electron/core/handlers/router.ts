/** The contract as the core implements it, and the type that every transport serves. */

import { implement, type Router } from '@orpc/server';
import { type Contract, contract } from '../../../shared/contract/index.ts';

export const os = implement(contract);
export type DeskRouter = Router<Contract, Record<never, never>>;
