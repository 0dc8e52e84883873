/** The order in which recordings of a folder are added, from a window and from a browser: as a person counts, `take 2` before `take 10`. Pure. */

const { compare } = new Intl.Collator('en', { numeric: true });

/** Of two names in one folder. */
export function compareNames(one: string, other: string): number {
  return compare(one, other);
}

/** Of two paths joined by `/`: a folder's recordings stand together, where its name stands among its neighbors. */
export function comparePaths(one: string, other: string): number {
  const ones = one.split('/');
  const others = other.split('/');
  const depth = ones.findIndex((part, index) => part !== others[index]);
  return depth < 0 ? ones.length - others.length : compareNames(ones[depth] ?? '', others[depth] ?? '');
}
