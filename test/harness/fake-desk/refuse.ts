/** Refusals as the contract has them. */

import { type implement, ORPCError } from '@orpc/server';
import type { contract } from '../../../shared/contract/index.ts';
import type { ErrorCode } from '../../../shared/domain/error-messages/table.ts';
import type { CleartakeError } from '../../../shared/domain/errors.ts';
import { errorOf } from './fake-jobs.ts';

export type Os = ReturnType<typeof implement<typeof contract>>;

export function refuse(code: ErrorCode): Error {
  return refuseAs(errorOf(code));
}

export function refuseAs({ code, userMessage }: Pick<CleartakeError, 'code' | 'userMessage'>): Error {
  return new ORPCError('REFUSED', { status: 422, defined: true, data: { code, userMessage } });
}
