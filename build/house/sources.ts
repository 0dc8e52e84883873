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

/**
 * The TypeScript files below a folder of the project, declaration files excepted, or those with other endings.
 * @param root absolute path of the project
 */
export function readSources(root: string, folder: string, ending = /\.(ts|tsx)$/): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.endsWith('.d.ts'))
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
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier.split('?')[0] ?? ''));
}

/** Whether a file is the prefix itself, or lies below it. */
export function isWithin(file: string, prefix: string): boolean {
  return file === prefix || file.startsWith(`${prefix}/`);
}

export function countLines({ text }: Pick<Source, 'text'>): number {
  return text.split('\n').length - 1;
}

/** Groups of files that import each other in a circle, largest first. A type-only import counts: a reader has to follow it too. */
export function findCycles(sources: readonly Pick<Source, 'file' | 'imports'>[]): string[][] {
  return circlesOf(new Map(sources.map(({ file, imports }) => [file, relativeTargets(file, imports)])));
}

/** Circles among the files and folders that stand directly in one folder: to understand one of them, all of them must be read. */
export function findFolderCircles(
  sources: readonly Pick<Source, 'file' | 'imports'>[],
): { folder: string; members: string[] }[] {
  const files = new Set(sources.map(({ file }) => file));
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { file, imports } of sources) {
    for (const target of relativeTargets(file, imports)) {
      if (files.has(target)) addArrow(graphs, file, target);
    }
  }
  return [...graphs]
    .flatMap(([folder, graph]) => circlesOf(graph).map((members) => ({ folder, members })))
    .sort((one, other) => other.members.length - one.members.length);
}

/** An import is an arrow in one folder alone: the deepest that contains both files. */
function addArrow(graphs: Map<string, Map<string, Set<string>>>, file: string, target: string): void {
  const from = file.split('/');
  const to = target.split('/');
  const depth = from.findIndex((name, index) => name !== to[index]);
  const [start, end] = [from[depth], to[depth]];
  if (depth < 1 || start === undefined || end === undefined) return;
  const folder = from.slice(0, depth).join('/');
  const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
  graphs.set(folder, graph);
  graph.set(start, (graph.get(start) ?? new Set()).add(end));
  if (!graph.has(end)) graph.set(end, new Set());
}

/** Strongly connected groups, largest first (R. Tarjan, "Depth-first search and linear graph algorithms", 1972). */
function circlesOf(targets: ReadonlyMap<string, Iterable<string>>): string[][] {
  const order = new Map<string, { index: number; low: number; open: boolean }>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(node: string): { index: number; low: number; open: boolean } {
    const mark = { index: order.size, low: order.size, open: true };
    order.set(node, mark);
    stack.push(node);
    for (const target of targets.get(node) ?? []) {
      if (!targets.has(target)) continue;
      const seen = order.get(target);
      if (seen === undefined) mark.low = Math.min(mark.low, visit(target).low);
      else if (seen.open) mark.low = Math.min(mark.low, seen.index);
      if (target === node) cycles.push([node]);
    }
    if (mark.low === mark.index) {
      const group = stack.splice(stack.indexOf(node));
      for (const member of group) (order.get(member) ?? mark).open = false;
      if (group.length > 1) cycles.push(group.sort());
    }
    return mark;
  }

  for (const node of targets.keys()) if (!order.has(node)) visit(node);
  return cycles.sort((one, other) => other.length - one.length);
}

function relativeTargets(file: string, imports: readonly string[]): string[] {
  return imports.filter((specifier) => specifier.startsWith('.')).map((specifier) => resolveImport(file, specifier));
}
