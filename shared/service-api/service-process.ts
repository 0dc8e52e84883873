/** What the process of the built-in service is told at its start and what it tells its host. */

/** Environment of the service's process. The start key is made for one run and never stored. */
export interface ServiceEnvironment {
  readonly CLEARTAKE_SERVICE_DATA: string;
  readonly CLEARTAKE_START_KEY: string;
}

export type FromService =
  | { readonly kind: 'listening'; readonly baseUrl: string }
  | { readonly kind: 'start-failed'; readonly message: string };

export type ToService = { readonly kind: 'stop' };
