/** Providers around the shell. */

import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import type { Desk } from '../state/desk.ts';
import { DeskContext } from '../state/desk-context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './frame/shell.tsx';
import { HostGate } from './host-gate.tsx';
import { cssVariables, theme } from './theme.ts';

export function App({ desk }: { desk: Desk }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <DeskContext.Provider value={desk}>
          <ModalsProvider>
            <HostGate>
              <Shell />
            </HostGate>
          </ModalsProvider>
        </DeskContext.Provider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
