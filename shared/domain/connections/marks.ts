/** The color and label by which a person tells connections apart. A name always stands beside the color, so nothing depends on it alone. */

export const CONNECTION_COLORS = ['blue', 'cyan', 'lime', 'orange', 'brown', 'pink', 'violet', 'gray'] as const;
export type ConnectionColor = (typeof CONNECTION_COLORS)[number];

/** Characters. Longer ones wouldn't fit beside the name in a row. */
export const LONGEST_LABEL = 20;

export interface ConnectionMark {
  readonly color: ConnectionColor | null;
  readonly label: string | null;
}

export const NO_MARK: ConnectionMark = { color: null, label: null };

/** The name with its label behind it, where only text fits. */
export function markedName({ name, label }: { readonly name: string; readonly label: string | null }): string {
  return label === null ? name : `${name} (${label})`;
}
