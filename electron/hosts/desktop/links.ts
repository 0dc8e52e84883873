/** Links of the system to the desk: `cleartake://project/ID`. Any page and program can open one, so they only ever show something. */

/** Registered with the system by the installed program. */
export const LINK_SCHEME = 'cleartake';

const LONGEST_ID = 200;

export function isLink(word: string): boolean {
  return word.toLowerCase().startsWith(`${LINK_SCHEME}:`);
}

/** The project's id; null for any other link. */
export function projectOfLink(link: string): string | null {
  const url = URL.parse(link);
  if (url === null || url.protocol !== `${LINK_SCHEME}:` || url.host !== 'project') return null;
  const [, id = '', ...more] = url.pathname.replace(/\/$/, '').split('/');
  if (more.length > 0) return null;
  try {
    const decoded = decodeURIComponent(id);
    return decoded === '' || decoded.length > LONGEST_ID ? null : decoded;
  } catch {
    return null;
  }
}
