/** The desktop's side of `Updater`: electron-updater, loaded when something is asked of it for the first time. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app, dialog } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { Updater } from '../../../core/ports.ts';
import type { Log } from '../../../platform/log.ts';
import type { Egress } from '../../../platform/network/egress.ts';
import type { NetworkProxy } from '../../../platform/network/proxies.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { UPDATING } from '../strings.ts';
import { updateError, updateObstacle } from './obstacle.ts';
import { credentialsFor, settleSession } from './updater-network.ts';

/** electron-updater would send a number of its own with every request, to give an update to a share of all people first. */
const NOBODY = { 'x-user-staging-id': '00000000-0000-0000-0000-000000000000' };

/** @param closeDesk ends all work and lets go of the data folder */
export function createUpdater(closeDesk: () => Promise<void>, egress: Egress, log: Log): Updater {
  let loaded: Promise<AppUpdater> | null = null;
  let proxy: NetworkProxy | null = null;
  const load = () => {
    loaded ??= loadUpdater(log, () => proxy);
    return loaded;
  };

  async function newest(updater: AppUpdater): Promise<string | null> {
    proxy = await settleSession(updater.netSession, egress, systemClock.now);
    const found = await updater.checkForUpdates();
    return found?.isUpdateAvailable ? found.updateInfo.version : null;
  }

  async function install(): Promise<void> {
    const updater = await load();
    // The new one starts before this one has ended, and needs what this one holds.
    await closeDesk().catch(() => undefined);
    app.releaseSingleInstanceLock();
    updater.once('error', () => {
      dialog.showErrorBox(UPDATING.notInstalled, UPDATING.afterNotInstalled);
      app.quit();
    });
    updater.quitAndInstall(true, true);
  }

  return {
    obstacle: updateObstacle({
      isPackaged: app.isPackaged,
      platform: process.platform,
      environment: process.env,
      configuration: readConfiguration(),
    }),
    async check() {
      try {
        return await newest(await load());
      } catch (thrown) {
        throw updateError(thrown, 'updateUnreachable');
      }
    },
    async download(report, signal) {
      const updater = await load();
      const { CancellationToken } = (await import('electron-updater')).default;
      const token = new CancellationToken();
      signal.addEventListener('abort', () => token.cancel(), { once: true });
      const onProgress = ({ percent }: { readonly percent: number }) => report(percent / 100);
      updater.on('download-progress', onProgress);
      try {
        // Asked once more: what was said before a failure, or yesterday, may have been corrected.
        const version = await newest(updater);
        if (version === null) throw new Error('The update was withdrawn');
        await updater.downloadUpdate(token);
        return version;
      } catch (thrown) {
        throw updateError(thrown, 'updateFailed');
      } finally {
        updater.off('download-progress', onProgress);
      }
    },
    restart: () => void install(),
  };
}

async function loadUpdater(log: Log, proxy: () => NetworkProxy | null): Promise<AppUpdater> {
  const { autoUpdater } = (await import('electron-updater')).default;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.allowPrerelease = false;
  autoUpdater.allowDowngrade = false;
  autoUpdater.disableWebInstaller = true;
  autoUpdater.isUserWithinRollout = () => true;
  autoUpdater.requestHeaders = NOBODY;
  autoUpdater.signals.login((asked, answer) => {
    const credentials = credentialsFor(asked, proxy());
    if (credentials === null) answer('', '');
    else answer(credentials.user, credentials.password);
  });
  autoUpdater.logger = {
    info: () => undefined,
    warn: (text: unknown) => log.warn('The updater warns', { text: String(text) }),
    error: (text: unknown) => log.error('The updater failed', { text: String(text) }),
  };
  return autoUpdater;
}

function readConfiguration(): string | null {
  if (!app.isPackaged) return null;
  try {
    return readFileSync(path.join(process.resourcesPath, 'app-update.yml'), 'utf8');
  } catch {
    return null;
  }
}
