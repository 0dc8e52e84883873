/** The window's title tells how far the batch is: it can be read in the task bar, from another window. */

import { useDocumentTitle } from '@mantine/hooks';
import { useQueue } from '../state/desk-context.ts';
import { SHELL } from './strings.ts';

export function useTitle(): void {
  const percent = useQueue(({ totals }) => (totals.active > 0 ? Math.floor(totals.progress * 100) : null));
  useDocumentTitle(percent === null ? SHELL.name : `${percent} % · ${SHELL.name}`);
}
