/** Where a person looks after the billing of a service. The specification names no address for that. */

/**
 * The page that the person named, otherwise the service's own site.
 * @param service `baseUrl` was checked when it was entered
 * @returns null for the built-in service, which has no site
 */
export function billingPageOf(service: {
  readonly baseUrl: string | null;
  readonly billingPage: string | null;
}): string | null {
  const site = /^https?:\/\/[^/?#]+/.exec(service.baseUrl ?? '')?.[0];
  return service.billingPage ?? (site === undefined ? null : `${site}/`);
}
