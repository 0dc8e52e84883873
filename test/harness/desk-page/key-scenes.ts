/** Pictures of Connections and the API keys of an account: full, empty, refused, and a rotation. */

import type { Page } from 'playwright';
import { ACCOUNT_MESSAGES } from '../../../shared/domain/error-messages/account.ts';
import { textOf } from '../../../shared/domain/errors.ts';
import type { FakeDesk } from '../fake-desk/fake-desk.ts';
import { keyScene } from '../fake-desk/key-scene.ts';
import { STUDIO } from '../fake-desk/scenes.ts';
import { seedWebhooks } from '../fake-desk/webhook-scene.ts';
import type { DeskScene } from './desk-scenes.ts';
import { openConnection } from './open-connection.ts';

export const KEY_SCENES: Readonly<Record<string, DeskScene>> = {
  connections: {
    seed: (fake) => {
      coloredConnections(fake);
      fake.answerTests({ ok: true, sentence: 'The service responds and accepts the key.' });
    },
    act: async (page) => {
      await openConnection(page, 'Studio service');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
    },
  },
  'connections-form': {
    seed: coloredConnections,
    act: async (page) => {
      await openConnection(page, 'Studio service');
      await page.getByRole('button', { name: 'Edit…', exact: true }).click();
    },
  },
  'webhooks-key': {
    seed: (fake) => {
      coloredConnections(fake);
      seedWebhooks(fake);
    },
    act: async (page) => {
      await openConnection(page, 'Studio service', 'Webhooks');
      await page.getByRole('combobox', { name: 'API key' }).click();
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
  'account-keys-menu': {
    seed: keyScene,
    act: async (page) => {
      await openKeys(page);
      await page.getByRole('button', { name: 'More for Studio admin' }).click();
    },
  },
  'account-keys-create': {
    seed: keyScene,
    act: async (page) => {
      await openKeys(page);
      await page.getByRole('button', { name: 'Create key…' }).click();
    },
  },
  'account-keys-revoke': {
    seed: keyScene,
    act: async (page) => {
      await openKeys(page);
      await page.getByRole('button', { name: 'More for Producer desk' }).click();
      await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    },
  },
  'account-keys-secret': {
    seed: keyScene,
    act: async (page) => {
      await rotate(page);
      await page.getByRole('button', { name: 'Rotate', exact: true }).click();
      await page.getByLabel('New secret', { exact: true }).waitFor();
    },
  },
};

/** Three connections told apart by color and label. */
function coloredConnections(fake: FakeDesk): void {
  keyScene(fake);
  const [builtIn, studio] = fake.connections;
  Object.assign(builtIn ?? {}, { color: 'blue', chosen: false });
  const prices = { 'service-2': 500, 'service-3.5': 2000 };
  Object.assign(studio ?? {}, { color: 'violet', label: 'studio', prices });
  fake.addConnection({
    ...STUDIO,
    ...{ id: 'client', name: 'Client X', baseUrl: 'https://restore.client-x.example', chosen: false },
    ...{ color: 'orange', label: 'client', headerStyle: 'x-api-key' },
  });
}

async function openKeys(page: Page): Promise<void> {
  await openConnection(page, 'Studio service', 'API keys');
}

async function rotate(page: Page): Promise<void> {
  await openKeys(page);
  await page.getByRole('button', { name: 'Rotate Producer desk' }).click();
}
