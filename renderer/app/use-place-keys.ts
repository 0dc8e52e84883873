/** Ctrl or Cmd with 1 to 5 goes to the places. */

import { useHotkeys } from '@mantine/hooks';
import { useDesk } from '../state/desk-context.ts';
import { PLACES } from '../state/place-store.ts';

export function usePlaceKeys(): void {
  const desk = useDesk();
  useHotkeys(
    PLACES.map((name, index) => [`mod+${index + 1}`, () => desk.goTo(name)]),
    [],
  );
}
