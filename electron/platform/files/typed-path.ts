/** Reads a path as people write it: quoted, with `~`, with variables, as a file manager's address. No shell is involved. */

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Files } from './files.ts';

/** What the host knows of this computer. */
export interface PathSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the person's home folder. */
  readonly home: string;
}

/**
 * Why a text is no path. `variable`: one that isn't set, or that doesn't belong in a path; `detail` is its name. `relative`: a relative path
 * where there is nothing that it could be relative to.
 */
export type TypedPath =
  | { readonly path: string }
  | { readonly problem: 'address' | 'relative' | 'variable'; readonly detail: string };

/** `$NAME`, `${NAME}`, `%NAME%`. */
const VARIABLE = /\$\{(\w+)\}|\$([A-Za-z_]\w*)|%([A-Za-z_]\w*)%/g;

/** The only ones inside a path. Others could be secrets: a page would read them in the answer. */
const NAMES_OF_PEOPLE = ['USER', 'LOGNAME', 'USERNAME', 'HOSTNAME', 'COMPUTERNAME'];

/**
 * A file that has exactly this name is taken as it is. A variable at the beginning must name an existing folder.
 * @param base folder for relative paths; null when they aren't allowed
 */
export async function readTypedPath(
  files: Files,
  text: string,
  { environment, home }: PathSurroundings,
  base: string | null,
): Promise<TypedPath> {
  const plain = unquoted(text.trim());
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(plain)) return fromAddress(plain);
  const literal = base === null ? plain : path.resolve(base, plain);
  if (path.isAbsolute(literal) && (await exists(files, literal))) return { path: path.normalize(literal) };

  const atHome = /^~(?=$|[\\/])/.test(plain) ? home + plain.slice(1) : plain;
  let unusable: string | null = null;
  let expanded = '';
  let from = 0;
  for (const match of atHome.matchAll(VARIABLE)) {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    const value = await variableValue(files, environment, name, match.index === 0);
    unusable ??= value === null ? name : null;
    expanded += atHome.slice(from, match.index) + (value ?? '');
    from = match.index + match[0].length;
  }
  expanded += atHome.slice(from);
  if (unusable !== null) return { problem: 'variable', detail: unusable };
  if (path.isAbsolute(expanded)) return { path: await asStored(files, path.normalize(expanded)) };
  if (base === null) return { problem: 'relative', detail: plain };
  return { path: await asStored(files, path.resolve(base, expanded)) };
}

/**
 * The path in the letters that the disk has. One letter can be written in two ways (é, or e and its accent: Unicode NFC and NFD): Macs and
 * lists differ, and other disks tell them apart. Unchanged when there is nothing of that name.
 */
async function asStored(files: Files, wanted: string): Promise<string> {
  if (wanted.normalize('NFC') === wanted.normalize('NFD') || (await exists(files, wanted))) return wanted;
  let found = path.parse(wanted).root;
  for (const name of wanted.slice(found.length).split(path.sep)) {
    const exact = path.join(found, name);
    if (await exists(files, exact)) found = exact;
    else {
      const entries = await files.list(found).catch(() => []);
      const stored = entries.find((entry) => entry.name.normalize('NFC') === name.normalize('NFC'));
      if (stored === undefined) return wanted;
      found = path.join(found, stored.name);
    }
  }
  return found;
}

/** Windows copies paths with quotes around them. */
function unquoted(text: string): string {
  return text.length > 1 && /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}

function fromAddress(address: string): TypedPath {
  try {
    if (/^file:/i.test(address)) return { path: fileURLToPath(address) };
  } catch {
    // An address of another computer.
  }
  return { problem: 'address', detail: address };
}

async function variableValue(
  files: Files,
  environment: PathSurroundings['environment'],
  name: string,
  isFirst: boolean,
): Promise<string | null> {
  const value = environment[name];
  if (value === undefined || value === '') return null;
  if (!isFirst) return NAMES_OF_PEOPLE.includes(name) && !/[\\/]/.test(value) ? value : null;
  if (!path.isAbsolute(value)) return null;
  const facts = await files.facts(value).catch(() => null);
  return facts?.kind === 'folder' ? value : null;
}

function exists(files: Files, file: string): Promise<boolean> {
  return files.facts(file).then(
    () => true,
    () => false,
  );
}
