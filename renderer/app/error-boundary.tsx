/** Shows a message instead of an empty page when a component throws. */

import { Button, Code } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { FullPage } from '../components/pages/full-page.tsx';
import { GATES } from './strings.ts';

interface State {
  readonly message: string | null;
}

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
        <Code block mt="xl" fz={11}>
          {this.state.message}
        </Code>
      </FullPage>
    );
  }
}
