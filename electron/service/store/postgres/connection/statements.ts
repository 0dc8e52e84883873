/** Statements with named parameters, as PostgreSQL takes them: by number, and prepared under a name. */

export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  /** By number: the first is `$1`. */
  readonly parameters: readonly string[];
}

/**
 * @param name unique among all statements: a connection prepares it once
 * @param text with parameters such as `@userId`
 */
export function nameStatement(name: string, text: string): NamedStatement {
  const parameters: string[] = [];
  const numbered = text.replace(/@(\w+)/g, (_, parameter: string) => {
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  return { name, text: numbered, parameters };
}
