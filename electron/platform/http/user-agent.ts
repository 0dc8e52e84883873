/** How Cleartake names itself in every request that it makes (RFC 9110, section 10.1.5). */

/** @param version of the program; tests may have none */
export function userAgent(version?: string): string {
  return version === undefined ? 'Cleartake' : `Cleartake/${version}`;
}
