/** Runs attempts in a page one after the other and says what each of them got. */

import type { Page } from '@playwright/test';
import { ELEMENTS, HELPERS, loadElement, OWN_ADDRESSES, PERMISSIONS, REQUESTS } from './attempts.ts';
import { hostileCalls, makeCalls } from './calls.ts';
import type { Attempt, Target } from './kinds.ts';

export interface Outcome {
  readonly name: string;
  /** `refused`, or what it got. */
  readonly outcome: string;
}

/** Time to fail. What asks somebody and gets no answer has got nothing. */
const PATIENCE_MS = 1500;

/**
 * Everything that a page can try by itself, whichever host serves it.
 * @param headers what the page sends with requests of its own
 */
export async function tryEverything(page: Page, target: Target, headers: Record<string, string>): Promise<Outcome[]> {
  return [
    ...(await page.evaluate(makeCalls, hostileCalls(target.secretFile))),
    ...(await runScripts(page, [...REQUESTS, ...PERMISSIONS], target)),
    ...(await loadElements(page, ELEMENTS, target)),
    ...(await askOwnAddresses(page, headers)),
  ];
}

/** Attempts of scripts: refused when they throw, reject, give `refused` or get no answer. */
export async function runScripts(page: Page, attempts: readonly Attempt[], target: Target): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of attempts) {
    const text = `(async () => {
      ${HELPERS}
      // In a task of its own: what a test evaluates itself is let through by the policy.
      await new Promise((resolve) => setTimeout(resolve));
      const patience = new Promise((resolve) => setTimeout(() => resolve('refused'), ${PATIENCE_MS}));
      try {
        const got = await Promise.race([(${String(run)})(${JSON.stringify(targetOf(name, target))}), patience]);
        return got === undefined ? 'undefined' : String(got);
      } catch {
        return 'refused';
      }
    })()`;
    outcomes.push({ name, outcome: await page.evaluate<string>(text) });
  }
  return outcomes;
}

/** The other site sees from the address which attempt reached it. */
function targetOf(name: string, target: Target): Target {
  return { ...target, foreign: `${target.foreign}?${encodeURIComponent(name)}` };
}

async function loadElements(
  page: Page,
  elements: readonly (readonly [string, string, string])[],
  target: Target,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const element of elements) {
    const name = element.join(' ');
    const text = `(${String(loadElement)})(${JSON.stringify(element)}, ${JSON.stringify(targetOf(name, target))})`;
    outcomes.push({ name, outcome: await page.evaluate<string>(text) });
  }
  return outcomes;
}

/** Own addresses, with what the page may send: refused is every answer that is no success, or only the page itself. */
function askOwnAddresses(page: Page, headers: Record<string, string>): Promise<Outcome[]> {
  return page.evaluate(
    async ({ addresses, sent }) => {
      const outcomes: { name: string; outcome: string }[] = [];
      for (const [method = '', address = ''] of addresses) {
        const body = method === 'POST' ? { body: 'x' } : {};
        const answer = await fetch(address, { method, headers: sent, ...body }).catch(() => null);
        const isRefused = answer === null || answer.status >= 400;
        outcomes.push({ name: `${method} ${address}`, outcome: isRefused ? 'refused' : `answered ${answer.status}` });
      }
      return outcomes;
    },
    { addresses: OWN_ADDRESSES.map((one) => [...one]), sent: headers },
  );
}
