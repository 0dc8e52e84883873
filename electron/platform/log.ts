/** The log port: levels and plain fields. Never log a key, a token or the query of a signed URL. */

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
