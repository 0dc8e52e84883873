/** What a helper process needs from its parent's environment to run at all: no key, no token, nothing of ours. */

const PASSED_ON = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'LC_ALL'];

export function inheritedEnvironment(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
