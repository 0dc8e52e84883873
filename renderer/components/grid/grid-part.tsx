/** Parts of a virtual grid or table. Absolutely positioned rows can't be table elements, so they carry roles. */

import type { ComponentPropsWithRef } from 'react';

interface GridPartProps extends ComponentPropsWithRef<'div'> {
  readonly part: 'grid' | 'table' | 'rowgroup' | 'row' | 'gridcell' | 'cell' | 'columnheader' | 'presentation';
}

export function GridPart({ part, ...rest }: GridPartProps) {
  return <div role={part} {...rest} />;
}
