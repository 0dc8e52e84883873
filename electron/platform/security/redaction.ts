/** Redaction: removes known secrets, in any encoding, and anything that looks like a secret. */

/** Replaces a secret. */
const CONCEALED = '[secret]';

export interface Redactor {
  /** Redacts this value in all its forms from now on. Values under six characters are ignored. */
  conceal(secret: string): void;
  /** The text without known secrets and without anything that looks like one. */
  redact(text: string): string;
}

const SHORTEST_SECRET = 6;
/** Shorter parts of an encoded secret reveal nothing and would match everywhere. */
const SHORTEST_PART = 8;

/** Recognizable secrets: URL queries, header values, our own keys, webhook signing secrets. */
const LOOKS_SECRET: readonly RegExp[] = [
  /(?<=\b(?:https?|wss?):\/\/[^\s?#"'<>]{0,300}\?)[^\s#"'<>]+/gi,
  /(?<=\?)[^\s"'<>=?]+=[^\s"'<>]*/g,
  /(?<=\b(?:https?|wss?):\/\/)[^\s/@"'<>]+(?=@)/gi,
  /(?<=[?&#;](?:signature|sig|token|key|policy|credential|x-amz-[a-z-]+|x-goog-[a-z-]+)=)[^\s&"'#<>;]+/gi,
  /(?<=\bbasic\s+)(?=[a-z0-9+/]*[A-Z0-9+/=])[A-Za-z0-9+/]{8,}={0,2}/g,
  /(?<=\bBasic\s+)(?!\[secret\])[A-Za-z0-9+/]{8,}={0,2}/g,
  /(?<=\bbearer\s+)(?!\[secret\])[^\s"',;]+/gi,
  /(?<=\b(?:x-api-key|xi-api-key|authorization|proxy-authorization|cookie|set-cookie)["']?\s*[:=,]\s*["']?)(?!(?:bearer|basic)\b)[^\s"',;]+/gi,
  /(?<=\bwhsec_)[A-Za-z0-9+/=]+/g,
  /(?<=\bctk_)[A-Za-z0-9_-]{8,}/g,
  /(?<=\bct_run_)[0-9a-f]{8,}/g,
];

export function createRedactor(): Redactor {
  const forms = new Set<string>();
  let known: RegExp | null = null;
  return {
    conceal(secret) {
      if (secret.length < SHORTEST_SECRET || forms.has(secret)) return;
      for (const form of formsOf(secret)) forms.add(form);
      known = null;
    },
    redact(text) {
      if (forms.size === 0) return redactSecretLookalikes(text);
      known ??= patternOf(forms);
      return redactSecretLookalikes(text.replace(known, CONCEALED));
    },
  };
}

/**
 * A thrown value as redacted text: name, message, stack and causes. Other properties are dropped, because HTTP libraries keep headers and
 * bodies there.
 */
export function describeFailure(failure: unknown, redact: (text: string) => string): string {
  const parts: string[] = [];
  const seen = new Set<unknown>();
  for (let one = failure; one !== undefined && one !== null && !seen.has(one) && seen.size < 5; ) {
    seen.add(one);
    parts.push(one instanceof Error ? (one.stack ?? `${one.name}: ${one.message}`) : printed(one));
    one = one instanceof Error ? one.cause : undefined;
  }
  return redact(parts.join('\nbecause of '));
}

function printed(value: unknown): string {
  return typeof value === 'object' ? `a thrown ${Object.prototype.toString.call(value)}` : String(value);
}

/** The forms a secret can take in a text: plain, URL-encoded, in JSON, base64 at any offset, hexadecimal. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const encoded = encodeURIComponent(secret.toWellFormed());
  const escaped = JSON.stringify(secret).slice(1, -1);
  const hex = bytes.toString('hex');
  const whole = [
    secret,
    encoded,
    lowerEscapes(encoded),
    encoded.replaceAll('%20', '+'),
    escaped,
    hex,
    hex.toUpperCase(),
  ];
  const parts = [0, 1, 2].flatMap((offset) => {
    const part = base64At(bytes, offset);
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...new Set([...whole, ...parts.filter((part) => part.length >= SHORTEST_PART)])];
}

/** The base64 characters that depend on the secret alone when it begins `offset` bytes after a group of three. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const bits = (offset + bytes.length) * 8;
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
}

function lowerEscapes(encoded: string): string {
  return encoded.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
}

/** Longest first: a secret that starts with another one must be replaced whole. */
function patternOf(forms: Iterable<string>): RegExp {
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'g');
}

/** Redacts anything that looks like a secret, where the values are not known. */
export function redactSecretLookalikes(text: string): string {
  let rest = text;
  for (const look of LOOKS_SECRET) rest = rest.replace(look, CONCEALED);
  return rest;
}
