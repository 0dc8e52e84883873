/** The URL of an endpoint: as it was given, and in the form that tells endpoints apart. */

import { refuse } from '../../rules/refusal.ts';

/**
 * @param url an https URL
 * A fragment is never sent, so two URLs that differ in it alone are one endpoint.
 * @throws refusal 400 when it has a user name or a password: whoever may list endpoints would read them
 */
export function readEndpointUrl(url: string): { readonly url: string; readonly href: string } {
  const parsed = new URL(url);
  parsed.hash = '';
  const { username, password, href } = parsed;
  if (username !== '' || password !== '') throw refuse(400, 'url must not hold a user name or a password.');
  return { url, href };
}
