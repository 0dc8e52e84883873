/** The environment of a helper process: what it needs of its parent's to run at all, no key, no token, nothing of ours. */

const PASSED_ON = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'LC_ALL'];

/**
 * For glibc, which else ignores them: arrays of samples go back to the system when they are freed, instead of leaving holes in arenas that
 * never shrink.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/** @param own what is said to the helper */
export function helperEnvironment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept: Record<string, string> = { ...ALLOCATOR };
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return { ...kept, ...own };
}
