/** Shows the theme that the preferences name. Until they are known, the page has the one it had last. */

import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useSession } from '../state/desk-context.ts';

export function useTheme(): void {
  const { setColorScheme } = useMantineColorScheme();
  const theme = useSession(({ info, preferences }) => (info === null ? null : preferences.theme));
  useEffect(() => {
    if (theme !== null) setColorScheme(theme);
  }, [theme, setColorScheme]);
}
