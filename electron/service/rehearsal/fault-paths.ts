/** Which calls a fault meets. */

/** What a pattern reaches: never the portal, so that a rehearsal can always be ended. */
const REACHED_BY_PATTERNS = /^\/(v1|storage)\//;

/**
 * @param pattern a path, or the beginning of paths followed by `*`
 * @param path of the call, without its query
 */
export function meetsPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('*')) return path === pattern;
  return REACHED_BY_PATTERNS.test(path) && path.startsWith(pattern.slice(0, -1));
}
