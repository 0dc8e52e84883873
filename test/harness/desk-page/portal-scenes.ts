/** Pictures of the account at Cleartake's own service: full, empty, refused, and on hold. */

import type { Page } from 'playwright';
import { ACCOUNT_MESSAGES } from '../../../shared/domain/error-messages/account.ts';
import { textOf } from '../../../shared/domain/errors.ts';
import { portalHoldScene, portalScene } from '../fake-desk/portal-scene.ts';
import { STUDIO } from '../fake-desk/scenes.ts';
import type { DeskScene } from './desk-scenes.ts';
import { openConnection } from './open-connection.ts';

export const PORTAL_SCENES: Readonly<Record<string, DeskScene>> = {
  'portal-billing': { seed: portalScene, act: openAccount },
  'portal-hold': { seed: portalHoldScene, act: openAccount },
  'portal-pay': {
    seed: portalHoldScene,
    act: async (page) => {
      await openAccount(page);
      await page.getByRole('button', { name: /^Pay .* now$/ }).click();
    },
  },
  'portal-alerts': {
    seed: portalScene,
    act: async (page) => {
      await openAccount(page);
      await page.getByRole('button', { name: 'Change: Alerts' }).click();
    },
  },
  'portal-empty': {
    seed: (fake) => fake.addConnection({ ...STUDIO, name: 'Studio service' }),
    act: openAccount,
  },
  'portal-failed': {
    seed: (fake) => {
      portalScene(fake);
      fake.portal.refusal = {
        code: 'keyMayNot',
        userMessage: textOf(ACCOUNT_MESSAGES.readPortal[403] ?? { what: '' }, 'desk'),
      };
    },
    act: openAccount,
  },
  'portal-invoices': { seed: portalHoldScene, act: (page) => openTab(page, 'Invoices') },
  'portal-invoice': {
    seed: portalScene,
    act: async (page) => {
      await openTab(page, 'Invoices');
      await page.getByRole('button', { name: 'Show invoice 2' }).click();
    },
  },
  'portal-usage': { seed: portalScene, act: (page) => openTab(page, 'Usage') },
  'portal-audit': { seed: portalScene, act: (page) => openTab(page, 'Audit log') },
  'portal-users': { seed: portalScene, act: (page) => openTab(page, 'Users') },
};

async function openAccount(page: Page): Promise<void> {
  await openConnection(page, 'Studio service', 'Account');
}

async function openTab(page: Page, name: string): Promise<void> {
  await openAccount(page);
  await page.getByRole('tab', { name }).click();
}
