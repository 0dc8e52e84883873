/** Reads the Mermaid state diagrams of a Markdown text: which state leads to which, and by what. */

export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Empty where the arrow has no label. */
  readonly labels: readonly string[];
}

const ARROW = /^\s*(\S+) --> (\S+?)(?::\s*(.+))?$/;

/** The arrows of every diagram with the comment `%% NAME`, in order. @throws Error when there is no such diagram */
export function arrowsOf(markdown: string, name: string): Arrow[] {
  const diagrams = [...markdown.matchAll(/```mermaid\n%% (\S+)\n([^`]+)```/g)].filter((match) => match[1] === name);
  if (diagrams.length === 0) throw new Error(`There is no diagram called ${name}`);
  return diagrams
    .flatMap((match) => (match[2] ?? '').split('\n'))
    .map((line) => ARROW.exec(line))
    .filter((match) => match !== null)
    .map(([, from = '', to = '', label = '']) => ({
      from: stateName(from),
      to: stateName(to),
      labels: labelsOf(label),
    }));
}

/** Mermaid's names have no hyphen. */
function stateName(id: string): string {
  return id.replaceAll('_', '-');
}

/** `fail, hand-over` are two; what stands in parentheses is for the reader. */
function labelsOf(label: string): string[] {
  return label
    .replace(/\(.*\)/, '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
