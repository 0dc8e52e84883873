/** Providers around the shell. */

import { Button, Code, Loader, MantineProvider } from '@mantine/core';
import { ModalsProvider, modals } from '@mantine/modals';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { followAddress } from '../bridge/browser-session.ts';
import { QuietText } from '../components/layout/layout.tsx';
import { BrandMark } from '../components/marks/marks.tsx';
import { SaveAsDialogs } from '../components/save-as/save-as-dialog.tsx';
import { TEST_IDS } from '../components/text/test-ids.ts';
import type { PageDesk } from '../state/desk.ts';
import { DeskContext, useDesk, useSession } from '../state/desk-context.ts';
import classes from './app.module.css';
import { Shell } from './frame/shell.tsx';
import { GATES } from './strings.ts';
import { cssVariables, theme } from './theme.ts';

/** React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { message: null };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <FullPage kind="broken" title={GATES.broken.title} text={GATES.broken.text}>
        <Button variant="filled" onClick={() => window.location.reload()}>
          {GATES.broken.action}
        </Button>
        <Code block mt="xl" fz={12}>
          {this.state.message}
        </Code>
      </FullPage>
    );
  }
}

/** A short loss shows as one line; only a longer one replaces the page. */
const ATTEMPTS_BEFORE_PAGE = 5;

/** Connecting is nearly always faster, so the loading page doesn't flash. */
const LOADING_DELAY_MS = 400;

export function App({ desk }: { desk: PageDesk }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <DeskContext.Provider value={desk}>
          <ModalsProvider>
            <HostGate>
              <Shell />
              <SaveAsDialogs />
            </HostGate>
          </ModalsProvider>
        </DeskContext.Provider>
      </ErrorBoundary>
    </MantineProvider>
  );
}

function HostGate({ children }: { children: ReactNode }) {
  const { link, session } = useDesk();
  const status = useSession((state) => state.link);
  const known = useSession((state) => state.info !== null);
  const slow = useHasElapsed(LOADING_DELAY_MS);
  const gone =
    status.kind === 'lost' && (!known || status.failure === 'refused' || status.attempts > ATTEMPTS_BEFORE_PAGE);
  useEffect(() => followAddress(() => session.getState().link.kind === 'connected', link.retryNow), [link, session]);
  useEffect(() => {
    // Dialogs are rendered outside the page and would stay open.
    if (gone) modals.closeAll();
  }, [gone]);
  if (gone) {
    const words = GATES[status.failure];
    return (
      <FullPage kind={status.failure} title={words.title} text={words.text}>
        <Button variant="filled" onClick={() => link.retryNow()}>
          {words.action}
        </Button>
      </FullPage>
    );
  }
  if (known) return children;
  if (!slow) return null;
  return (
    <FullPage kind="connecting" title={GATES.connecting.title} text={GATES.connecting.text}>
      <Loader size="sm" type="bars" />
    </FullPage>
  );
}

function useHasElapsed(ms: number): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setElapsed(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return elapsed;
}

interface State {
  readonly message: string | null;
}

interface FullPageProps {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function FullPage({ kind, title, text, children }: FullPageProps) {
  return (
    <main className={classes.page} data-testid={TEST_IDS.hostGate} data-kind={kind}>
      <div className={classes.card}>
        <span className={classes.mark}>
          <BrandMark size={34} />
        </span>
        <h1 className={classes.title}>{title}</h1>
        <QuietText m="0 0 22px" fz={13} lh={1.55}>
          {text}
        </QuietText>
        {children}
      </div>
    </main>
  );
}
