/** Finds in the text of the specification what has to have a row: status tables, field tables, numbered rules, events and limits. */

/** Something that the specification says, with words of which all must stand in the title of one row. */
export interface Wanted {
  readonly said: string;
  readonly words: readonly string[];
}

interface Part {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** @param text the specification in Markdown */
export function wantedRows(text: string): readonly Wanted[] {
  return partsOf(text).flatMap((part) => [...tablesOf(part), ...rulesOf(part)]);
}

/** What no title speaks of. */
export function withoutRow(wanted: readonly Wanted[], titles: readonly string[]): readonly string[] {
  const plain = titles.map(normalized);
  const isThere = ({ words }: Wanted) => plain.some((title) => words.every((word) => title.includes(normalized(word))));
  return wanted.filter((one) => !isThere(one)).map(({ said }) => said);
}

function partsOf(text: string): readonly Part[] {
  return text.split(/^#{2,3} /m).map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    return { heading: heading.replace(/ \(.*\)$/, ''), lines };
  });
}

function tablesOf({ heading, lines }: Part): Wanted[] {
  const wanted: Wanted[] = [];
  let kind = '';
  for (const line of lines) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.length < 4) kind = '';
    else if (kind === '') kind = cells[1] ?? '';
    else if (!/^-+$/.test(cells[1] ?? '')) wanted.push(...cellsWanted(heading, kind, cells));
  }
  return wanted;
}

function cellsWanted(heading: string, kind: string, cells: readonly string[]): readonly Wanted[] {
  const [, name = '', second = ''] = cells;
  const one = (...words: string[]): Wanted[] => [{ said: `${heading}: ${name}: ${second}`, words }];
  switch (kind) {
    case 'Status':
      return conditionsOf(second).map((condition) => ({
        said: `${heading} · ${name} · ${condition}`,
        words: [`${heading} · ${name} · `, condition],
      }));
    case 'Field':
      return one(`${heading} · `, ` ${name}`);
    case 'Method and path':
      return one(name, second.split('. ')[0] ?? '');
    case 'Event type':
      return one('Events · ', name, second);
    case 'Limit':
      return name === 'Spend limits and budget alerts'
        ? [...one('Limits · ', 'spend limits'), ...one('Limits · ', 'budget alerts')]
        : one('Limits · ', name.replace(/ \(.*\)$/, ''));
    default:
      return one(`the table "${kind}" is known to nobody`);
  }
}

/** "A; b; c." and "A, b, or c (retryable)." one by one. */
function conditionsOf(text: string): readonly string[] {
  const plain = text.replace(' (retryable)', '').replace(/\.$/, '');
  return plain.split(plain.includes(';') ? /; / : /, (?:or )?/);
}

/** Numbered rules are quoted by their number and how they begin. */
function rulesOf({ heading, lines }: Part): Wanted[] {
  return lines.flatMap((line) => {
    const [, number, rule = ''] = /^(\d+)\. (.*)/.exec(line) ?? [];
    if (number === undefined) return [];
    const words = /^(Authentication|Events)$/.test(heading)
      ? [`${heading === 'Events' ? 'Delivery' : heading} ${number} · `]
      : [`${heading} · rule ${number} · `];
    return [{ said: `${heading}, rule ${number}: ${rule}`, words }];
  });
}

function normalized(text: string): string {
  return text.replace(/[`"]/g, '').replace(/ … /g, ' ').toLowerCase();
}
