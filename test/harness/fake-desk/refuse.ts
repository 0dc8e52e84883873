/** Refusals as the contract has them. */

import { type implement, ORPCError } from '@orpc/server';
import type { contract } from '../../../shared/contract/index.ts';
import type { ErrorCode } from '../../../shared/domain/error-messages/table.ts';
import { errorOf } from './fake-jobs.ts';

export type Os = ReturnType<typeof implement<typeof contract>>;

export function refuse(code: ErrorCode): Error {
  return new ORPCError('REFUSED', {
    status: 422,
    defined: true,
    data: { code, userMessage: errorOf(code).userMessage },
  });
}
