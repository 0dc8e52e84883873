/** Parts of a grid or table whose rows are virtual: absolutely placed rows cannot be table elements, so roles say what they are. */

import type { ComponentPropsWithRef } from 'react';

interface GridPartProps extends ComponentPropsWithRef<'div'> {
  readonly part: 'grid' | 'table' | 'rowgroup' | 'row' | 'gridcell' | 'cell' | 'columnheader' | 'presentation';
}

export function GridPart({ part, ...rest }: GridPartProps) {
  return <div role={part} {...rest} />;
}
