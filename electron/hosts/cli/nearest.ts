/** The known name that a mistyped one most likely meant. */

/** More typing errors than these in a name of that length are another name. */
const mostErrors = (length: number) => Math.max(1, Math.floor(length / 3));

/** @returns null when none is near */
export function nearest(wanted: string, names: readonly string[]): string | null {
  const asked = wanted.toLowerCase();
  const distances = names.map((name) => ({ name, errors: errorsBetween(asked, name.toLowerCase()) }));
  const [best] = distances.sort((one, other) => one.errors - other.errors);
  return best !== undefined && best.errors <= mostErrors(asked.length) ? best.name : null;
}

/** Characters to add, remove, replace or swap with their neighbor (optimal string alignment). */
function errorsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = at(last, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = row > 1 && column > 1 && isSwapped ? at(before, column - 2) + 1 : replaced;
      line.push(Math.min(replaced, swapped, at(last, column) + 1, at(line, column - 1) + 1));
    }
    before = last;
    last = line;
  }
  return at(last, other.length);
}

function at(line: readonly number[], column: number): number {
  return line[column] ?? Number.POSITIVE_INFINITY;
}
