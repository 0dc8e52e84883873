/**
 * Lets this process, or this thread, load modules and read files in a packed archive, as Electron's own Node does: the functions that
 * Electron wraps are wrapped, and no other. Loaded with `--import`; the archive and a folder for copies are in the query.
 */

import fs from 'node:fs';
import Module, { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openArchive } from './archive.ts';

const query = new URL(import.meta.url).searchParams;
const file = query.get('archive') ?? '';
const archive = openArchive(file, query.get('copies') ?? '');

/** As in Electron's lib/node/asar-fs-wrapper.ts. */
const WRAPPED = [
  ...['access', 'copyFile', 'exists', 'lstat', 'open', 'readFile', 'readdir', 'stat'],
  ...['accessSync', 'copyFileSync', 'existsSync', 'lstatSync', 'openSync', 'readFileSync', 'readdirSync', 'statSync'],
];

type Call = (...values: unknown[]) => unknown;
type Functions = Record<string, Call | undefined>;

/** The value as a path in the archive, without the archive's own path. */
function nameOf(value: unknown): string | null {
  const given = value instanceof URL ? fileURLToPath(value) : value;
  return typeof given === 'string' && path.isAbsolute(given) ? archive.nameOf(given) : null;
}

function wrap(functions: Functions, name: string, position = 0): void {
  const original = functions[name];
  if (original === undefined) return;
  functions[name] = (...values) => {
    const inside = nameOf(values[position]);
    return original(...values.with(position, inside === null ? values[position] : archive.place(inside)));
  };
}

/** The path stays as it is: there are no links in the archive. */
function wrapRealPath(functions: Functions, name: string): void {
  const original = functions[name];
  if (original === undefined) return;
  functions[name] = (...values) => (nameOf(values[0]) === null ? original(...values) : values[0]);
}

for (const functions of [fs, fs.promises] as unknown as Functions[]) {
  for (const name of WRAPPED) wrap(functions, name);
}
wrapRealPath(fs as unknown as Functions, 'realpathSync');
wrapRealPath(fs.promises as unknown as Functions, 'realpath');
wrap(process as unknown as Functions, 'dlopen', 1);
syncBuiltinESMExports();

/** The address of the same module in the tree of names, and back. */
function toNames(url: string): string | null {
  const name = url.startsWith('file:') ? nameOf(new URL(url)) : null;
  return name === null ? null : pathToFileURL(path.join(archive.names, name)).href;
}
function fromNames(url: string): string {
  const names = `${pathToFileURL(archive.names).href}/`;
  return url.startsWith(names) ? `${pathToFileURL(file).href}/${url.slice(names.length)}` : url;
}

/** Required modules are found by a function of Node's own that nothing else leads to. */
const loader = Module as unknown as {
  _resolveFilename(wanted: string, parent: { readonly filename?: string } | undefined, ...rest: unknown[]): string;
};
const resolveFilename = loader._resolveFilename;
loader._resolveFilename = (wanted, parent, ...rest) => {
  const from = nameOf(parent?.filename);
  const inside = nameOf(wanted);
  if (from === null && inside === null) return resolveFilename(wanted, parent, ...rest);
  const require = createRequire(path.join(archive.names, from ?? 'package.json'));
  const found = require.resolve(inside === null ? wanted : path.join(archive.names, inside));
  return path.isAbsolute(found) ? fileURLToPath(fromNames(pathToFileURL(found).href)) : found;
};

registerHooks({
  resolve: (specifier, context, next) => {
    const parent = context.parentURL === undefined ? null : toNames(context.parentURL);
    const wanted = toNames(specifier.startsWith('/') ? pathToFileURL(specifier).href : specifier) ?? specifier;
    // What is required goes through the function below.
    if (context.conditions.includes('require') || (parent === null && wanted === specifier))
      return next(specifier, context);
    const resolved = next(wanted, parent === null ? context : { ...context, parentURL: parent });
    return { ...resolved, url: fromNames(resolved.url) };
  },
  load: (url, context, next) => {
    const name = url.startsWith('file:') ? nameOf(new URL(url)) : null;
    if (name === null) return next(url, context);
    return { format: context.format ?? 'commonjs', source: archive.read(name), shortCircuit: true };
  },
});
