/** Time-ordered UUIDs (version 7 of RFC 9562): rows created together are neighbors in every index. */

import { randomUUID } from 'node:crypto';

/** @param now milliseconds since the epoch */
export function freshId(now: number): string {
  const time = Math.max(0, now).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
