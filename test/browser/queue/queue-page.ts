/** Finds the queue on the page. */

import { type Locator, page } from 'vitest/browser';
import type { OpenDesk } from '../open-desk.tsx';

export function rows() {
  return page.getByTestId('queue-row');
}

/** Clicks a row beside its buttons. @param index from the top, counted from 0 */
export function clickRow(index: number, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
  return rows()
    .nth(index)
    .click({ position: { x: 300, y: 20 }, ...options });
}

/** What the progress bars of a row say of themselves. */
export function figures(job: string): string {
  const bars = [...row(job).querySelectorAll('[role="progressbar"]')];
  return bars.map((bar) => bar.getAttribute('aria-valuetext')).join(' ');
}

export function row(job: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-job="${job}"]`);
  if (found === null) throw new Error(`No row of ${job}`);
  return found;
}

/** The jobs of the rendered rows, from top to bottom. */
export function shownOrder(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[role="grid"] [data-job]')]
    .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((each) => each.dataset.job ?? '');
}

export function focusedJob(): string | null {
  return document.activeElement?.getAttribute('data-job') ?? null;
}

/** Lets the fake desk work until everything is done. */
export function work(fake: OpenDesk['fake'], rounds = 80): void {
  for (let round = 0; round < rounds; round++) fake.tick(0.5);
}
