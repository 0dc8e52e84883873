/** Filters and words for a list of keys. Pure. */

import type { KeyView } from '../../../../shared/contract/account/keys.ts';
import { shownName } from '../../../components/text/format.ts';
import { KEYS } from './strings.ts';

export type StatusFilter = 'all' | 'active' | 'others';

const isActive = ({ status }: KeyView) => status === 'active';

/** Keys of a status whose metadata contain the text. */
export function filterKeys(keys: readonly KeyView[], filter: StatusFilter, search: string): readonly KeyView[] {
  const wanted = search.trim().toLowerCase();
  return keys.filter((key) => {
    if (filter !== 'all' && isActive(key) !== (filter === 'active')) return false;
    const { label, keyId, keyPrefix, role, scopes } = key;
    return [label, keyId, keyPrefix, role, ...scopes].some((text) => text.toLowerCase().includes(wanted));
  });
}

export function countsOf(keys: readonly KeyView[]): Readonly<Record<StatusFilter, number>> {
  const active = keys.filter(isActive).length;
  return { all: keys.length, active, others: keys.length - active };
}

/** Its label, or a word for none. */
export function nameOf({ label }: KeyView): string {
  return label === '' ? KEYS.unnamed : shownName(label);
}

/** Why a key can't be rotated; null if it can. */
export function obstacleOf({ role, status }: KeyView): string | null {
  if (role === 'admin') return KEYS.notAdmin;
  return status === 'revoked' ? KEYS.notRevoked : null;
}

/** A service's own word, or ours for what the specification names. */
export function wordOf(words: Readonly<Record<string, string>>, said: string): string {
  return Object.hasOwn(words, said) ? (words[said] ?? said) : said;
}

/** The day of a time, as the person writes it. @param time ISO 8601 or null */
export function dayOf(time: string | null): string {
  return time === null ? KEYS.never : new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

/** What a key is confined to, as short words; null for a key without bounds. */
export function boundsOf({ resourceBounds }: KeyView): string | null {
  const names = Object.entries(resourceBounds).map(([name, value]) =>
    Array.isArray(value) ? `${name} (${value.length})` : name,
  );
  return names.length === 0 ? null : KEYS.bounds(names.join(', '));
}
