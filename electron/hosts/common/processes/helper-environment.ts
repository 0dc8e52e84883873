/** The environment of a helper process: only the variables it needs to run, no key and no token. */

const PASSED_ON = [
  'PATH',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  // A folder: from the sources, helpers start in half the time when compiled code is kept.
  'NODE_COMPILE_CACHE',
];

/**
 * For glibc; other allocators ignore it. Freed sample arrays go back to the system instead of leaving holes in arenas that never
 * shrink.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/** @param own variables for this helper */
export function helperEnvironment(added: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept: Record<string, string> = { ...ALLOCATOR };
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return { ...kept, ...added };
}
