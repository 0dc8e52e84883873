import { MantineProvider } from '@mantine/core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { App, ErrorBoundary } from '../../renderer/app/app.tsx';
import { type ConnectFailure, createDeskLink } from '../../renderer/bridge/desk-link.ts';
import { createPageDesk } from '../../renderer/state/desk.ts';

let root: Root | null = null;

function render(content: React.ReactNode): void {
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host, { onCaughtError: () => undefined });
  root.render(content);
}

afterEach(() => {
  root?.unmount();
  root = null;
});

function openAgainst(failure: ConnectFailure): () => number {
  let attempts = 0;
  const link = createDeskLink(async () => {
    attempts += 1;
    return { ok: false, failure };
  });
  render(<App desk={createPageDesk(link)} />);
  return () => attempts;
}

test('without a token, the page says which address to open', async () => {
  const attempts = openAgainst('refused');
  await expect.element(page.getByRole('heading', { name: 'This address is incomplete' })).toBeVisible();
  expect(attempts()).toBe(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(attempts).toBe(2);
});

test('a complete address that is put into the tab is followed at once', async () => {
  onTestFinished(() => window.history.replaceState(null, '', window.location.pathname + window.location.search));
  const attempts = openAgainst('refused');
  await expect.element(page.getByRole('heading', { name: 'This address is incomplete' })).toBeVisible();
  window.location.hash = '#token=another';
  await expect.poll(attempts).toBe(2);
});

test('without a host, the page says that nothing was lost and keeps trying', async () => {
  const attempts = openAgainst('gone');
  await expect.element(page.getByRole('heading', { name: 'Cleartake isn’t running' })).toBeVisible();
  await expect.poll(attempts).toBeGreaterThan(2);
});

function Broken(): never {
  throw new Error('a component gave up');
}

test('a component that throws leaves a message, not an empty page', async () => {
  render(
    <MantineProvider>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </MantineProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});
