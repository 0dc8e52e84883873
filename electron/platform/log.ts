/** The log port: levels and plain fields. What is logged holds no key, no token and no query of a signed address. */

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
