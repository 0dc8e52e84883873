/** `BrowserWindow` over one page: the events and the few facts of a window that an application acts on. */

import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions } from 'electron';
import { recordCall } from '../calls.ts';
import { FAULTS, hasFault } from '../environment.ts';
import { app } from './app.ts';
import { WebContents } from './web-contents.ts';

const windows = new Set<BrowserWindow>();

export class BrowserWindow extends EventEmitter {
  static #focused: BrowserWindow | null = null;

  readonly webContents: WebContents;
  readonly options: BrowserWindowConstructorOptions;
  #bounds: { x: number; y: number; width: number; height: number };
  #visible: boolean;
  #losesShow = hasFault(FAULTS.lostShow);
  #maximized = false;
  #minimized = false;
  #destroyed = false;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.options = options;
    const { x = 320, y = 110, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#visible = options.show !== false;
    this.webContents = new WebContents(options.webPreferences?.preload, this.#bounds);
    windows.add(this);
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
    if (!hasFault(FAULTS.neverReady)) this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }
  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.#focused !== null && windows.has(BrowserWindow.#focused) ? BrowserWindow.#focused : null;
  }
  static fromWebContents(contents: unknown): BrowserWindow | null {
    return [...windows].find((window) => window.webContents === contents) ?? null;
  }

  async loadURL(address: string): Promise<void> {
    await this.webContents.load(address);
  }

  show(): void {
    recordCall('window.show');
    if (this.#losesShow) {
      this.#losesShow = false;
      return;
    }
    this.#visible = true;
    this.#takeFocus();
  }
  focus(): void {
    recordCall('window.focus');
    this.#takeFocus();
  }
  #takeFocus(): void {
    if (BrowserWindow.#focused === this) return;
    BrowserWindow.#focused = this;
    this.emit('focus');
  }
  /** As if the person went to another program. */
  blur(): void {
    BrowserWindow.#focused = null;
    this.emit('blur');
  }
  maximize(): void {
    recordCall('window.maximize', this.#visible);
    this.#maximized = true;
  }
  minimize(): void {
    this.#minimized = true;
  }
  restore(): void {
    this.#minimized = false;
  }
  setSize(width: number, height: number): void {
    this.#bounds = { ...this.#bounds, width, height };
  }
  isVisible(): boolean {
    return this.#visible;
  }
  isMaximized(): boolean {
    return this.#maximized;
  }
  isMinimized(): boolean {
    return this.#minimized;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  getBounds(): { x: number; y: number; width: number; height: number } {
    return this.#bounds;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return this.#bounds;
  }
  setBounds(bounds: Partial<{ x: number; y: number; width: number; height: number }>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
  }
  setProgressBar(...values: readonly unknown[]): void {
    recordCall('window.setProgressBar', ...values);
  }
  setOverlayIcon(...values: readonly unknown[]): void {
    recordCall('window.setOverlayIcon', ...values);
  }

  /** @returns when the window is gone, or at once when a listener kept it open */
  async close(): Promise<void> {
    let kept = false;
    const preventDefault = () => {
      kept = true;
    };
    this.emit('close', { preventDefault });
    if (!kept) await this.destroy();
  }

  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.delete(this);
    await this.webContents.destroy();
    this.emit('closed');
    if (windows.size === 0) app.lastWindowClosed();
  }
}
