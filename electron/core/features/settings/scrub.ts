/** Removes from texts what a report must not have: secrets, whatever could be one, who uses the computer, and names of files. Pure. */

import { createRedactor } from '../../../platform/security/redaction.ts';

export interface ScrubRules {
  /** Known secrets; removed in every encoding. */
  readonly secrets: readonly string[];
  /** The home folder becomes `~`, and the account's and the computer's name `[user]` and `[computer]`. */
  readonly home: string;
  readonly user: string;
  readonly computer: string;
  /** Names of recordings and folders to leave out; null keeps them, and paths too. */
  readonly names: readonly string[] | null;
}

const SHORTEST_NAME = 3;
/** Names of recordings that are shorter would hide common words. */
const NAME_START = 4;
/** Random letters change between capitals and small ones more often than words do: the mean length of their parts is below this. */
const SHORTEST_WORD = 4;
/** Ids, keys and their encodings are longer than the words of our own messages. */
const TOKEN = /[A-Za-z0-9+/_=%~&!#$^*@-]{16,}/g;
const QUOTED_PATH = /(['"`“])(?:file:\/\/)?(?:~|[A-Za-z]:)?[\\/][^'"`”\n]*(['"`”])/g;
const BARE_PATH = /(?<![\w\]:/.])(?:file:\/\/)?(?:~|[A-Za-z]:)?[\\/][^\s'"`)]+/g;
/** Frames of a stack name our own files, which say where it happened. */
const OWN_FILE = /(?<![^\s('"])[^\s('"]*[\\/]((?:electron|shared|out|node_modules)[\\/][^\s)]*)/g;

/** @returns what makes a text fit for a report. The same id gets the same number, so that lines can be matched */
export function createScrub({ secrets, home, user, computer, names }: ScrubRules): (text: string) => string {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.conceal(secret);
  const ids = new Map<string, number>();
  const people = [
    { pattern: literal([home]), instead: '~' },
    { pattern: whole([user]), instead: '[user]' },
    { pattern: whole([computer]), instead: '[computer]' },
  ];
  const hide = names === null ? null : hiderOf(names);

  function numbered(token: string): string {
    if (isWords(token)) return token;
    const number = ids.get(token) ?? ids.size + 1;
    ids.set(token, number);
    return `[id ${number}]`;
  }

  return (text) => {
    // Two bytes a character would hide a secret from everything below.
    let rest = redactor.redact(text.replaceAll('\0', ''));
    if (hide !== null) {
      rest = hide(rest).replace(OWN_FILE, '$1');
      rest = rest.replace(QUOTED_PATH, '$1[path]$2').replace(BARE_PATH, '[path]');
    }
    for (const { pattern, instead } of people) if (pattern !== null) rest = rest.replace(pattern, instead);
    return rest.replace(TOKEN, numbered);
  };
}

function literal(texts: readonly string[]): RegExp | null {
  const wanted = [...new Set(texts)].filter((text) => text.length >= SHORTEST_NAME);
  if (wanted.length === 0) return null;
  const longestFirst = wanted.sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'gi');
}

function whole(texts: readonly string[]): RegExp | null {
  const pattern = literal(texts);
  return pattern === null ? null : new RegExp(`(?<![A-Za-z0-9])(?:${pattern.source})(?![A-Za-z0-9])`, 'gi');
}

/** Replaces names wherever they stand. There may be tens of thousands: they are found by their first characters. */
function hiderOf(names: readonly string[]): (text: string) => string {
  const byStart = new Map<string, string[]>();
  for (const name of new Set(names.map((one) => one.toLowerCase()))) {
    if (name.length < NAME_START) continue;
    const start = name.slice(0, NAME_START);
    const others = byStart.get(start);
    if (others === undefined) byStart.set(start, [name]);
    else others.push(name);
  }
  return (text) => {
    const lower = text.toLowerCase();
    // Lower case may have another length (İ): positions would not fit.
    if (lower.length !== text.length) return '[text]';
    let rest = '';
    for (let at = 0; at < text.length; ) {
      const found = longestAt(lower, at, byStart.get(lower.slice(at, at + NAME_START)));
      rest += found === 0 ? text.charAt(at) : '[name]';
      at += Math.max(1, found);
    }
    return rest;
  };
}

function longestAt(text: string, at: number, names: readonly string[] = []): number {
  return Math.max(0, ...names.filter((name) => text.startsWith(name, at)).map(({ length }) => length));
}

/** `electron/core/queue/run-job`, `maxConcurrentStreams`: words, not random characters. */
function isWords(token: string): boolean {
  const parts = token.split(/[-_/]+|(?<=[a-z])(?=[A-Z])/).filter((part) => part !== '');
  const areWords = parts.every((part) => /^(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20})\d{0,3}$/.test(part));
  return areWords && token.length / parts.length >= SHORTEST_WORD;
}
