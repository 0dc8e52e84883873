/** Markdown tables, and the places of a document where they stand. */

/** The lines of a table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/**
 * Replaces what is between the marks of a name.
 * @param name as in `<!-- permissions: written by … -->`
 * @throws Error unless each mark is there exactly once, in order
 */
export function withTables(text: string, name: string, tables: string): string {
  const begin = `<!-- ${name}: written by \`npm run permissions\` -->`;
  const end = `<!-- ${name} end -->`;
  const [before, inside, ...more] = text.split(begin);
  const [, after, ...others] = (inside ?? '').split(end);
  if (before === undefined || after === undefined || more.length > 0 || others.length > 0) {
    throw new Error(`The text must contain ${begin} and ${end} exactly once`);
  }
  return `${before}${begin}\n\n${tables}\n\n${end}${after}`;
}
