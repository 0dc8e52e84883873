/** The sources of the house as a graph: every file with its lines and what it imports, types included. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g;

export interface Source {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Specifiers as they are written; type-only imports are among them. */
  readonly imports: readonly string[];
}

/** The TypeScript files below a folder of the project, declaration files excepted. @param root absolute path of the project */
export function readSources(root: string, folder: string): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => {
      const file = path.posix.join(folder, name.split(path.sep).join('/'));
      const text = readFileSync(path.join(root, file), 'utf8');
      return { file, text, imports: importsOf(text) };
    });
}

export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** The file that a relative specifier names. */
export function resolveImport(file: string, specifier: string): string {
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
}

/** Whether a file is the prefix itself, or lies below it. */
export function isWithin(file: string, prefix: string): boolean {
  return file === prefix || file.startsWith(`${prefix}/`);
}

export function countLines({ text }: Pick<Source, 'text'>): number {
  return text.split('\n').length - 1;
}

/**
 * Groups of files that import each other in a circle, largest first (R. Tarjan, "Depth-first search and linear graph algorithms", 1972).
 * A type-only import counts: a reader has to follow it too.
 */
export function findCycles(sources: readonly Pick<Source, 'file' | 'imports'>[]): string[][] {
  const targets = new Map(sources.map(({ file, imports }) => [file, relativeTargets(file, imports)]));
  const order = new Map<string, { index: number; low: number; open: boolean }>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(file: string): { index: number; low: number; open: boolean } {
    const mark = { index: order.size, low: order.size, open: true };
    order.set(file, mark);
    stack.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!targets.has(target)) continue;
      const seen = order.get(target);
      if (seen === undefined) mark.low = Math.min(mark.low, visit(target).low);
      else if (seen.open) mark.low = Math.min(mark.low, seen.index);
      if (target === file) cycles.push([file]);
    }
    if (mark.low === mark.index) {
      const group = stack.splice(stack.indexOf(file));
      for (const member of group) (order.get(member) ?? mark).open = false;
      if (group.length > 1) cycles.push(group.sort());
    }
    return mark;
  }

  for (const { file } of sources) if (!order.has(file)) visit(file);
  return cycles.sort((one, other) => other.length - one.length);
}

function relativeTargets(file: string, imports: readonly string[]): string[] {
  return imports.filter((specifier) => specifier.startsWith('.')).map((specifier) => resolveImport(file, specifier));
}
