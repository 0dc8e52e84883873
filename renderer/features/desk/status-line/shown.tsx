/** The button of a message that shows the rows it is about. */

import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { viewStore } from '../../../state/view-store.ts';
import { MARKED } from '../strings.ts';

interface ShownProps {
  readonly filter: 'attention' | 'could-be-better';
  readonly label?: string;
}

/** Nothing while they are shown. */
export function Shown({ filter, label = MARKED.show }: ShownProps) {
  const isShown = useStore(viewStore, (view) => view.filter === filter);
  if (isShown) return null;
  return (
    <Button size="compact-sm" onClick={() => viewStore.setState({ filter })}>
      {label}
    </Button>
  );
}
