/** `Menu`, `Tray` and `Notification`: what is shown is kept, so that a test can choose from it as a person would. */

import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { recordCall } from '../calls.ts';

interface Picture {
  isEmpty(): boolean;
}

type Template = readonly MenuItemConstructorOptions[];

export class Menu {
  static #application: Menu | null = null;

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
    recordCall('Menu.setApplicationMenu', menu === null ? null : menu.template);
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }
  static buildFromTemplate(template: Template): Menu {
    return new Menu(template);
  }

  readonly template: Template;
  constructor(template: Template = []) {
    this.template = template;
  }
  popup(): void {
    recordCall('Menu.popup', this.template);
  }
}

const trays = new Set<Tray>();

export class Tray extends EventEmitter {
  menu: Menu | null = null;

  constructor(picture: Picture) {
    super();
    if (picture.isEmpty()) throw new Error('Tray: the picture is empty');
    trays.add(this);
    recordCall('Tray.show');
  }
  static all(): readonly Tray[] {
    return [...trays];
  }
  setToolTip(text: string): void {
    recordCall('Tray.setToolTip', text);
  }
  setContextMenu(menu: Menu): void {
    this.menu = menu;
  }
  destroy(): void {
    trays.delete(this);
    recordCall('Tray.destroy');
  }
}

let shown: Notification | null = null;

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }
  /** The one that is shown now. */
  static current(): Notification | null {
    return shown;
  }

  readonly options: unknown;
  constructor(options: unknown) {
    super();
    this.options = options;
  }
  show(): void {
    shown = this;
    recordCall('Notification.show', this.options);
  }
  close(): void {
    if (shown === this) shown = null;
    recordCall('Notification.close');
  }
}

/** Chooses an entry as a person does. @throws Error when no enabled entry has the label */
export function choose(menu: Menu | null, label: string): void {
  const entry = entriesOf(menu?.template ?? []).find((one) => one.label === label && one.enabled !== false);
  if (entry?.click === undefined) throw new Error(`The menu has no entry ${label}`);
  entry.click({} as never, undefined, {} as never);
}

function entriesOf(template: Template): readonly MenuItemConstructorOptions[] {
  return template.flatMap((entry) => [entry, ...(Array.isArray(entry.submenu) ? entriesOf(entry.submenu) : [])]);
}
