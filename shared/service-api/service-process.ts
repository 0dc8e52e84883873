/** How the host talks to the process of the built-in service: environment and messages. */

/** Environment of the service's process. Nothing secret: every program of the same user can read it. */
export interface ServiceEnvironment {
  /** Absolute path of the service's own data folder. */
  readonly CLEARTAKE_SERVICE_DATA: string;
  /** Absolute path of its generated migrations. */
  readonly CLEARTAKE_SERVICE_MIGRATIONS: string;
  /** Offers `/portal/rehearsal`. */
  readonly CLEARTAKE_SERVICE_REHEARSAL?: '1';
}

export type FromService =
  | { readonly kind: 'listening'; readonly baseUrl: string }
  | { readonly kind: 'start-failed'; readonly message: string };

export type ToService =
  /** The first message. The key is created for one run and never stored. */
  { readonly kind: 'start'; readonly key: string } | { readonly kind: 'stop' };
