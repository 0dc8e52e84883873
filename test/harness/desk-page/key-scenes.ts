/** Pictures of Connections and the API keys of an account: full, empty, refused, and a rotation. */

import type { Page } from 'playwright';
import { ACCOUNT_MESSAGES } from '../../../shared/domain/error-messages/account.ts';
import { textOf } from '../../../shared/domain/errors.ts';
import { keyScene } from '../fake-desk/key-scene.ts';
import type { DeskScene } from './desk-scenes.ts';

export const KEY_SCENES: Readonly<Record<string, DeskScene>> = {
  connections: {
    seed: (fake) => {
      keyScene(fake);
      fake.answerTests({ ok: true, sentence: 'Healthy: the service accepts the key and lists your projects.' });
    },
    act: async (page) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
      await page.getByRole('button', { name: 'Test', exact: true }).last().click();
    },
  },
  'account-keys': { seed: keyScene, act: openKeys },
  'account-keys-empty': {
    seed: (fake) => {
      keyScene(fake);
      fake.accountKeys.keys = [];
    },
    act: openKeys,
  },
  'account-keys-failed': {
    seed: (fake) => {
      keyScene(fake);
      fake.accountKeys.refusal = {
        code: 'keyMayNot',
        userMessage: textOf(ACCOUNT_MESSAGES.listKeys[403] ?? {}, 'desk'),
      };
    },
    act: openKeys,
  },
  'account-keys-rotate': { seed: keyScene, act: (page) => rotate(page) },
  'account-keys-secret': {
    seed: keyScene,
    act: async (page) => {
      await rotate(page);
      await page.getByRole('button', { name: 'Rotate', exact: true }).click();
      await page.getByLabel('New secret', { exact: true }).waitFor();
    },
  },
};

async function openKeys(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'API keys…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().waitFor();
}

async function rotate(page: Page): Promise<void> {
  await openKeys(page);
  await page.getByRole('button', { name: 'Rotate Producer desk' }).click();
}
