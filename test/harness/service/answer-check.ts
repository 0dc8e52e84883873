/** Every answer that a test sees has to be one that the document of the service promises. */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { COMMON_STATUSES } from '../../../shared/service-api/operation.ts';
import { OPERATIONS } from '../../../shared/service-api/operations/all.ts';
import type { Answer } from './test-service.ts';

const BY_PATH = new Map(OPERATIONS.map((operation) => [operation.path, operation]));
const refused = z.looseObject({ error: z.string().min(1), code: z.string().min(1).optional() });

/** @throws Error when the answer has a field too many, one too few, or a status that its operation does not name */
export function checkAnswer(url: string, { status, body }: Answer): void {
  const { pathname } = new URL(url);
  const operation = BY_PATH.get(pathname);
  if (operation === undefined || status === 204) return;
  if (status !== 200 && !(status in COMMON_STATUSES) && !(status in operation.refusals)) {
    throw new Error(`${pathname} answered ${status}, which is not among its statuses`);
  }
  const read = (status === 200 ? operation.answer : refused).safeParse(body);
  if (!read.success) throw new Error(`${pathname} answered ${status} not as described: ${z.prettifyError(read.error)}`);
  if (!isDeepStrictEqual(read.data, body)) {
    throw new Error(`${pathname} answered fields that are not described: ${JSON.stringify(body)}`);
  }
}
