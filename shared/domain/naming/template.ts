/** Templates for names of outputs: their tokens, and what is wrong with a template and where. Pure. */

import { firstUnsafe } from './safe-name.ts';

/** `{folder}/{name}` puts an output into the folders that its recording was added with. */
export const NAMING_TOKENS = ['name', 'model', 'date', 'time', 'preset', 'folder', 'n', 'connection'] as const;
export type NamingToken = (typeof NAMING_TOKENS)[number];

export const DEFAULT_NAMING_TEMPLATE = '{name} ({model})';

export const LONGEST_TEMPLATE = 200;

/** Between the folders of a template. */
const SEPARATOR = '/';

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'token'; readonly token: NamingToken };

/** Positions are in code units of the template. */
export type TemplateProblem =
  | { readonly kind: 'empty'; readonly at: 0; readonly text: '' }
  | { readonly kind: 'too-long'; readonly at: number; readonly text: string }
  /** `likely` is what it may have been meant to be. */
  | { readonly kind: 'unknown-token'; readonly at: number; readonly text: string; readonly likely: NamingToken | null }
  /** A brace without its other half. */
  | { readonly kind: 'brace'; readonly at: number; readonly text: string }
  | { readonly kind: 'character'; readonly at: number; readonly text: string }
  /** A folder or file without a name, such as `//`, `..` or a separator at the end. */
  | { readonly kind: 'segment'; readonly at: number; readonly text: string };

/** The parts of each folder, and of the file last. What is no token is text, so that a wrong template names outputs too. */
export function segmentsOf(template: string): readonly (readonly TemplatePart[])[] {
  const segments: TemplatePart[][] = [[]];
  for (const { token, text } of piecesOf(template)) {
    const last = segments.at(-1) ?? [];
    if (token !== null) {
      last.push({ kind: 'token', token });
      continue;
    }
    for (const [index, one] of text.split(SEPARATOR).entries()) {
      if (index > 0) segments.push([]);
      if (one !== '') segments.at(-1)?.push({ kind: 'text', text: one });
    }
  }
  return segments;
}

/** The first thing that is wrong; null when nothing is. */
export function problemOf(template: string): TemplateProblem | null {
  if (template.trim() === '') return { kind: 'empty', at: 0, text: '' };
  for (const { at, text, token } of piecesOf(template)) {
    if (token !== null) continue;
    const found = problemOfText(text, at);
    if (found !== null) return found;
  }
  const segment = problemOfSegments(template);
  if (segment !== null) return segment;
  if (template.length <= LONGEST_TEMPLATE) return null;
  return { kind: 'too-long', at: LONGEST_TEMPLATE, text: template.slice(LONGEST_TEMPLATE) };
}

interface Piece {
  readonly at: number;
  readonly text: string;
  /** Null for text, also for what looks like a token and is none. */
  readonly token: NamingToken | null;
}

function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of template.matchAll(/\{([^{}]*)\}/g)) {
    const token = NAMING_TOKENS.find((known) => known === match[1]);
    if (match.index > at) pieces.push({ at, text: template.slice(at, match.index), token: null });
    pieces.push({ at: match.index, text: match[0], token: token ?? null });
    at = match.index + match[0].length;
  }
  if (at < template.length) pieces.push({ at, text: template.slice(at), token: null });
  return pieces;
}

function problemOfText(text: string, at: number): TemplateProblem | null {
  const meant = /^\{([^{}]*)\}$/.exec(text);
  if (meant !== null) return { kind: 'unknown-token', at, text, likely: likelyToken(meant[1] ?? '') };
  const brace = /[{}]/.exec(text);
  if (brace !== null) {
    const [named = brace[0]] = /^\{\w*|^\}/.exec(text.slice(brace.index)) ?? [];
    return { kind: 'brace', at: at + brace.index, text: named };
  }
  const unsafe = firstUnsafe(text.replaceAll(SEPARATOR, ' '));
  return unsafe === null ? null : { kind: 'character', at: at + unsafe.at, text: unsafe.text };
}

function problemOfSegments(template: string): TemplateProblem | null {
  let at = 0;
  for (const segment of template.split(SEPARATOR)) {
    if (/^[. ]*$/.test(segment)) return { kind: 'segment', at, text: segment };
    at += segment.length + SEPARATOR.length;
  }
  return null;
}

/** The token with the fewest edits, where these are few enough to be a slip. */
function likelyToken(text: string): NamingToken | null {
  const asked = text.trim().toLowerCase();
  const known = NAMING_TOKENS.map((token) => ({ token, edits: editsBetween(asked, token) }));
  const [nearest] = known.toSorted((one, other) => one.edits - other.edits);
  if (nearest === undefined || nearest.edits > Math.min(2, nearest.token.length - 1)) return null;
  return nearest.token;
}

/** Levenshtein's distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, character] of [...one.slice(0, 40)].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (other[column - 1] === character ? 0 : 1);
      next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
