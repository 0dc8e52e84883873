/** `app`: readiness after the main module has ended, one instance a data folder, and the order of leaving. */

import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recordCall } from '../calls.ts';
import { ARCHIVE, INSTANCE_GRANTED, RELAUNCH } from '../environment.ts';
import { closeBrowser } from '../page/chromium.ts';
import { stopServer } from './protocol.ts';
import { claimInstance } from './single-instance.ts';
import { runningUtilities } from './utility-process.ts';

const ROOT = ARCHIVE ?? path.resolve(import.meta.dirname, '../../../..');

class App extends EventEmitter {
  readonly isPackaged = ARCHIVE !== null;
  readonly commandLine = { appendSwitch: () => undefined, hasSwitch: () => false };
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;
  #quitting = false;
  /** Closes the windows, and tells whether none is left: set by who knows the windows' module, which needs this one. */
  closeWindows: () => Promise<boolean> = async () => true;

  /** The main module has ended: as with an ECMAScript main module in Electron, nothing is ready before. */
  becomeReady(): void {
    if (this.#quitting) return;
    this.#isReady = true;
    this.#ready.resolve();
    this.emit('ready');
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }
  isReady(): boolean {
    return this.#isReady;
  }
  getName(): string {
    return 'Cleartake';
  }
  getVersion(): string {
    return (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
  }
  getLocale(): string {
    return 'en-US';
  }
  getAppPath(): string {
    return ROOT;
  }
  getPath(name: string): string {
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    if (name === 'exe' && ARCHIVE !== null) return path.resolve(ARCHIVE, '../../cleartake');
    const made = mkdtempSync(path.join(tmpdir(), `cleartake-shim-${name}-`));
    this.#paths.set(name, made);
    return made;
  }
  setPath(name: string, value: string): void {
    if (!existsSync(value)) throw new Error(`Failed to set path: '${value}' does not exist`);
    this.#paths.set(name, value);
  }
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    recordCall('app.enableSandbox');
  }
  getAppMetrics(): readonly { readonly type: string; readonly name: string }[] {
    return runningUtilities();
  }
  setAppUserModelId(id: string): void {
    recordCall('app.setAppUserModelId', id);
  }
  setAboutPanelOptions(options: unknown): void {
    recordCall('app.setAboutPanelOptions', options);
  }
  showAboutPanel(): void {
    recordCall('app.showAboutPanel');
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    recordCall('app.setAsDefaultProtocolClient', scheme);
    return true;
  }
  addRecentDocument(file: string): void {
    recordCall('app.addRecentDocument', file);
  }
  setJumpList(categories: unknown): string {
    recordCall('app.setJumpList', categories);
    return 'ok';
  }
  setBadgeCount(count: number): boolean {
    recordCall('app.setBadgeCount', count);
    return true;
  }
  requestSingleInstanceLock(message: unknown = {}): boolean {
    if (INSTANCE_GRANTED) return true;
    return claimInstance(this.getPath('userData'), message, (words, workingDirectory, received) => {
      this.emit('second-instance', {}, words, workingDirectory, received);
    });
  }

  releaseSingleInstanceLock(): void {
    recordCall('app.releaseSingleInstanceLock');
  }

  /** Starts nothing: the test does, with the words that are told here. */
  relaunch({ args }: { readonly args: readonly string[] }): void {
    recordCall('app.relaunch', args);
    process.stderr.write(`${RELAUNCH}${JSON.stringify(args)}\n`);
  }

  lastWindowClosed(): void {
    if (!this.#quitting) this.emit('window-all-closed');
  }

  /** Asks, closes the windows, asks again, goes. A window that stays keeps the app. */
  quit(): void {
    if (this.#quitting || this.#isPrevented('before-quit')) return;
    this.#quitting = true;
    void this.closeWindows().then(async (closed) => {
      if (!closed || this.#isPrevented('will-quit')) {
        this.#quitting = false;
        return;
      }
      this.emit('quit', {}, 0);
      await this.#end(0);
    });
  }

  /** Goes at once, asking nobody. */
  exit(code = 0): void {
    this.#quitting = true;
    void this.#end(code);
  }

  #isPrevented(name: 'before-quit' | 'will-quit'): boolean {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    this.emit(name, { preventDefault });
    return prevented;
  }

  async #end(code: number): Promise<void> {
    stopServer();
    await closeBrowser();
    process.exit(code);
  }
}

export const app = new App();
