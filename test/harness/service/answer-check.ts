/** Every answer that a test sees has to be one that the document of the service promises. */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { errorsOf } from '../../../shared/service-api/documented-errors.ts';
import { OPERATIONS } from '../../../shared/service-api/operations/all.ts';
import type { Answer } from './test-service.ts';

const BY_PATH = new Map(OPERATIONS.map((operation) => [operation.path, operation]));
const refused = z.looseObject({ error: z.string().min(1), code: z.string().min(1).optional() });

/** @throws Error when the answer has a field too many, one too few, or a status that its operation does not name */
export function checkAnswer(url: string, { status, body }: Answer): void {
  const { pathname } = new URL(url);
  const operation = BY_PATH.get(pathname);
  if (operation === undefined || status === 204) return;
  if (status !== 200) {
    const code = refused.safeParse(body).data?.code ?? null;
    const isDocumented = errorsOf(operation).some((error) => error.status === status && error.code === code);
    if (!isDocumented) throw new Error(`${pathname} answered ${status} ${code}, which is not among its errors`);
  }
  const read = (status === 200 ? operation.answer : refused).safeParse(body);
  if (!read.success) throw new Error(`${pathname} answered ${status} not as described: ${z.prettifyError(read.error)}`);
  if (!isDeepStrictEqual(read.data, body)) {
    throw new Error(`${pathname} answered fields that are not described: ${JSON.stringify(body)}`);
  }
}
