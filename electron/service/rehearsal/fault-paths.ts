/** Which calls a fault meets. */

import type { FastifyRequest } from 'fastify';

/** What a pattern reaches: never the portal, so that a rehearsal can always be ended. */
const REACHED_BY_PATTERNS = /^\/(v1|storage)\//;

/** The path of the route that a call takes, however the call wrote it. */
export function calledPath({ routeOptions, url, params }: FastifyRequest): string {
  const path = routeOptions.url ?? url.replace(/\?.*$/s, '');
  return path.replace(/:(\w+)/g, (_whole, name) => String((params as Record<string, unknown>)[name]));
}

/**
 * @param pattern a path, or the beginning of paths followed by `*`
 * @param path of the call, without its query
 */
export function meetsPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('*')) return path === pattern;
  return REACHED_BY_PATTERNS.test(path) && path.startsWith(pattern.slice(0, -1));
}
