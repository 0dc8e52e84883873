/** `WebContents` over one page of Chromium: the preload in an isolated world, IPC, ports, navigation and window guards. */

import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright';
import { recordCall } from '../calls.ts';
import { FAULTS, hasFault } from '../environment.ts';
import { browserContext } from '../page/chromium.ts';
import { answerFilePaths } from '../page/dropped-files.ts';
import { installMainWorld } from '../page/main-world.ts';
import { guardNavigation } from '../page/navigation.ts';
import { installPreloadWorld, PRELOAD_BINDING, PRELOAD_RECEIVER, PRELOAD_WORLD } from '../page/preload-world.ts';
import { type FromPreload, fromWire, type ToPreload, toWire } from '../wire.ts';
import { type IpcEvent, ipcMain, MessagePortMain } from './ipc.ts';
import { fromBrowserAddress, toBrowserAddress } from './protocol.ts';
import { enforcePermissions, session } from './session.ts';

type WindowOpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' };

export class WebContents extends EventEmitter {
  readonly session = session.defaultSession;
  readonly ready: Promise<void>;
  readonly #ports = new Map<number, MessagePortMain>();
  #page: Page | null = null;
  #cdp: CDPSession | null = null;
  #preloadContext: string | null = null;
  #windowOpenHandler: WindowOpenHandler | null = null;
  #ownLoad: string | null = null;
  #address = '';
  #hasFailed = false;
  #isLoaded = false;
  /** Addresses of windows that the page just asked for, oldest first. */
  readonly #opening: string[] = [];

  constructor(preload: string | undefined, size: { width: number; height: number }) {
    super();
    this.ready = this.#open(preload, size);
  }

  get page(): Page {
    if (this.#page === null) throw new Error('The page is not there yet');
    return this.#page;
  }

  getURL(): string {
    return this.#page === null ? '' : fromBrowserAddress(this.#page.url());
  }

  executeJavaScript(script: string): Promise<unknown> {
    return this.page.evaluate(script);
  }

  /** Chromium's own protocol, as `debugger` gives it. */
  readonly debugger = {
    attach: (): void => recordCall('debugger.attach'),
    detach: (): void => recordCall('debugger.detach'),
    sendCommand: (method: string, params?: object): Promise<unknown> => {
      if (this.#cdp === null) throw new Error('No page is attached');
      return this.#cdp.send(method as never, params as never);
    },
  };

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpenHandler = handler;
  }

  send(channel: string, ...values: unknown[]): void {
    this.#tell({ kind: 'event', channel, values: values.map(toWire) });
  }

  /** @throws Error as Electron does, without a file or with an empty picture */
  startDrag({ file, icon }: { file: string; icon: { isEmpty(): boolean } }): void {
    if (!existsSync(file)) throw new Error('Must specify either "file" or "files" option');
    if (icon.isEmpty()) throw new Error('Must specify non-empty "icon" option');
    recordCall('webContents.startDrag', file);
  }

  isLoadingMainFrame(): boolean {
    return !this.#isLoaded;
  }

  isDestroyed(): boolean {
    return this.#page?.isClosed() ?? false;
  }

  async load(address: string): Promise<void> {
    await this.ready;
    const target = toBrowserAddress(address);
    if (this.#cdp !== null) await enforcePermissions(this.#cdp, new URL(target).origin);
    this.#ownLoad = address;
    this.#address = address;
    this.#isLoaded = false;
    if (hasFault(FAULTS.firstLoad) && !this.#hasFailed) {
      this.#hasFailed = true;
      this.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', address, true);
      throw new Error(`ERR_FILE_NOT_FOUND (-6) loading '${address}'`);
    }
    await this.page.goto(target);
  }

  reload(): void {
    recordCall('webContents.reload');
    void this.load(this.#address);
  }
  forcefullyCrashRenderer(): void {
    recordCall('webContents.forcefullyCrashRenderer');
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  }

  async #open(preload: string | undefined, size: { width: number; height: number }): Promise<void> {
    const context = await browserContext();
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    this.#page = page;
    this.#cdp = cdp;
    await page.setViewportSize(size);
    page.on('popup', (popup) => this.#judgePopup(popup));
    page.on('pageerror', (error) => process.stderr.write(`[page] ${error.stack ?? error.message}\n`));
    page.on('console', (message) => {
      if (message.type() === 'error') process.stderr.write(`[page] ${message.text()}\n`);
      this.emit('console-message', { level: message.type(), message: message.text() });
    });
    page.on('domcontentloaded', () => this.emit('dom-ready'));
    if (!hasFault(FAULTS.neverLoaded)) {
      page.on('load', () => {
        this.#isLoaded = true;
        this.emit('did-finish-load');
      });
    }

    cdp.on('Page.windowOpen', ({ url }) => this.#opening.push(url));
    await cdp.send('Page.enable');
    const mainFrame = (await cdp.send('Page.getFrameTree')).frameTree.frame.id;
    await this.#injectWorlds(cdp, mainFrame, preload);
    await answerFilePaths(cdp);
    await guardNavigation(cdp, {
      mainFrame,
      isOwnLoad: (address) => {
        const own = address === this.#ownLoad;
        this.#ownLoad = null;
        return own;
      },
      ask: (event, url, isMainFrame) => this.#ask(event, url, isMainFrame),
    });
  }

  async #injectWorlds(cdp: CDPSession, mainFrame: string, preload: string | undefined): Promise<void> {
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const data = context.auxData as { frameId?: string } | undefined;
      if (context.name !== PRELOAD_WORLD || data?.frameId !== mainFrame) return;
      // A new document: whatever the one before it held is gone.
      this.#closePorts();
      this.#preloadContext = context.uniqueId;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === PRELOAD_BINDING) void this.#receive(JSON.parse(payload) as FromPreload);
    });
    await cdp.send('Runtime.enable');
    await cdp.send('Runtime.addBinding', { name: PRELOAD_BINDING, executionContextName: PRELOAD_WORLD });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${installMainWorld.toString()})()` });
    if (preload === undefined) return;
    const facts = { platform: process.platform, arch: process.arch, sandboxed: true, contextIsolated: true, env: {} };
    const run = `function (require, module, exports, process) {\n${readFileSync(preload, 'utf8')}\n}`;
    const source = `(${installPreloadWorld.toString()})(${JSON.stringify(facts)}, ${run})`;
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: PRELOAD_WORLD });
  }

  async #receive(message: FromPreload): Promise<void> {
    if (message.kind === 'port-message') {
      this.#ports.get(message.port)?.receive(fromWire(message.value));
    } else if (message.kind === 'port-close') {
      this.#ports.get(message.port)?.disconnect();
      this.#ports.delete(message.port);
    } else if (message.kind === 'send') {
      const ports = message.ports.map((number) => this.#adoptPort(number));
      ipcMain.emit(message.channel, this.#event(ports), ...message.values.map(fromWire));
    } else {
      const { id } = message;
      try {
        const value = await ipcMain.answer(message.channel, this.#event([]), message.values.map(fromWire));
        this.#tell({ kind: 'answer', id, value: toWire(value) });
      } catch (failure) {
        this.#tell({ kind: 'failure', id, message: String(failure) });
      }
    }
  }

  #event(ports: readonly MessagePortMain[]): IpcEvent {
    return { sender: this, senderFrame: { url: this.getURL(), parent: null }, ports };
  }

  #adoptPort(number: number): MessagePortMain {
    const port = new MessagePortMain(
      (value) => this.#tell({ kind: 'port-message', port: number, value: toWire(value) }),
      () => this.#tell({ kind: 'port-close', port: number }),
    );
    this.#ports.set(number, port);
    return port;
  }

  #closePorts(): void {
    for (const port of this.#ports.values()) port.disconnect();
    this.#ports.clear();
  }

  #tell(message: ToPreload): void {
    if (this.#preloadContext === null || this.#cdp === null) return;
    const expression = `${PRELOAD_RECEIVER}(${JSON.stringify(message)})`;
    // The document may be gone by now, and with it whoever waited for this.
    this.#cdp.send('Runtime.evaluate', { expression, uniqueContextId: this.#preloadContext }).catch(() => undefined);
  }

  #ask(name: string, url: string, isMainFrame: boolean): boolean {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    this.emit(name, { url, isMainFrame, preventDefault });
    return prevented;
  }

  #judgePopup(popup: Page): void {
    const url = this.#opening.shift() ?? popup.url();
    const decision = this.#windowOpenHandler?.({ url }) ?? { action: 'allow' };
    recordCall('webContents.windowOpen', url, decision.action);
    if (decision.action === 'deny') void popup.close();
  }

  /** Closes the page and everything that hung on it. */
  async destroy(): Promise<void> {
    this.#closePorts();
    await this.ready;
    await this.page.close();
  }
}
