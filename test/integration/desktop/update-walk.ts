/** A packed desktop from the first look for an update to the program that replaced it, against a real server of this computer. */

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { addAndStart, BOTH_MODELS, listJobs } from '../../e2e/desktop/desk-calls.ts';
import { connectPage } from '../../e2e/desktop/page-client.ts';
import { makeNoisyRecording } from '../../e2e/desktop/recordings.ts';
import { type Desktop, startDesktop } from '../../harness/electron/drive.ts';
import { serveUpdates, type UpdateServer } from '../../harness/packages/update-server.ts';
import { until } from '../../harness/until.ts';

const FOUND = 'Version 9.9.9 is available.';
const READY = 'Version 9.9.9 is downloaded and checked.';
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** @param parent folder to work in @param archive the packed program, which is told the server's address */
export async function updateWalk(parent: string, archive: string) {
  const folder = mkdtempSync(path.join(parent, 'updates-'));
  const server = await serveUpdates();
  const installed = path.join(folder, 'Cleartake.AppImage');
  const marker = path.join(folder, 'started');
  const script = Buffer.from(`#!/bin/sh\necho new > '${marker}'\n`);
  writeFileSync(installed, 'old', { mode: 0o755 });
  writeFileSync(
    path.join(path.dirname(archive), 'app-update.yml'),
    `provider: generic\nurl: ${server.origin}/\nupdaterCacheDirName: cleartake-updater\n`,
  );
  const start = () =>
    startDesktop({
      dataDirectory: path.join(folder, 'updated'),
      main: path.join(archive, 'out/main/main.js'),
      environment: { APPIMAGE: installed, XDG_CACHE_HOME: path.join(folder, 'cache') },
    });
  try {
    server.publish('9.9.9', script, true);
    const first = await firstRun(await start(), server, folder, () => server.publish('9.9.9', script));
    const keptAfterDamage = readFileSync(installed, 'utf8') === 'old';
    const asked = server.requests.length;
    const second = await secondRun(await start(), server, asked);
    await until(() => existsSync(marker));
    return {
      ...first,
      keptAfterDamage,
      ...second,
      isReplaced: readFileSync(installed).equals(script),
      isStarted: existsSync(marker),
      tellsOf: server.requests.filter(({ headers }) => headers['x-user-staging-id'] !== NOBODY || headers.cookie),
    };
  } finally {
    await server.close();
  }
}

/** Off, then on; a damaged download, then an intact one; no restart while work runs, and none by quitting. */
async function firstRun(desktop: Desktop, server: UpdateServer, folder: string, repair: () => void) {
  const { page } = desktop;
  try {
    await openSettings(page);
    await setting(page).waitFor();
    const beforeAsked = pathsOf(server);
    await setting(page).press('Space');
    await page.getByText(FOUND).waitFor();
    await button(page, 'Download').click();
    const damaged = page.getByText(/damaged/);
    await damaged.waitFor();
    const sentence = await damaged.innerText();
    repair();
    await button(page, 'Download again').click();
    await page.getByText(READY).waitFor();
    await connectPage(page);
    const jobIds = await addAndStart(page, [makeNoisyRecording(folder, 'long talk.wav', 40)], BOTH_MODELS);
    await until(async () => (await listJobs(page))[0]?.state.kind === 'generating');
    await button(page, 'Restart to update').click();
    const refusal = page.getByText(/doesn’t restart while/);
    await refusal.waitFor();
    const whileWorking = await refusal.innerText();
    await page.evaluate((ids) => window.testDesk.queue.cancel({ jobIds: [...ids] }), jobIds);
    return { beforeAsked, damaged: sentence, whileWorking };
  } finally {
    await desktop.quit();
  }
}

/** The setting was kept: it looks by itself. Off and on again, then the restart. */
async function secondRun(desktop: Desktop, server: UpdateServer, asked: number) {
  const { page } = desktop;
  try {
    await openSettings(page);
    await page.getByText(FOUND).waitFor();
    const afterRestart = pathsOf(server).slice(asked);
    await setting(page).press('Space');
    await page.getByText(FOUND).waitFor({ state: 'detached' });
    const whileOff = pathsOf(server).slice(asked + afterRestart.length);
    await setting(page).press('Space');
    await button(page, 'Download').click();
    await button(page, 'Restart to update').click();
    await desktop.exited;
    return { afterRestart, whileOff };
  } catch (failure) {
    desktop.kill('SIGKILL');
    throw failure;
  }
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
}
const setting = (page: Page) => page.getByRole('switch', { name: 'Look for updates' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pathsOf = (server: UpdateServer) => server.requests.map((request) => request.path);
