/** The application menu as data: the desk's commands with their keys, by the conventions of each platform. */

import type { MenuItemConstructorOptions } from 'electron';
import type { PlainCommand } from '../../../../shared/contract/page/bridge.ts';
import { ABOUT, MENU } from '../strings.ts';

export interface MenuOptions {
  /** As `process.platform`. */
  readonly platform: string;
  /** Whether to offer reload and the developer tools. */
  readonly developing: boolean;
  run(command: PlainCommand): void;
  readonly recent: RecentMenu;
  about(): void;
}

/** What was added last. A Mac shows its own list instead, and opens from it. */
export interface RecentMenu {
  /** Absolute paths, newest first. */
  readonly paths: readonly string[];
  open(path: string): void;
  clear(): void;
}

type Items = MenuItemConstructorOptions[];

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

export function menuTemplate(options: MenuOptions): Items {
  const onMac = options.platform === 'darwin';
  return [
    ...(onMac ? [macAppMenu(options)] : []),
    { label: MENU.file, submenu: fileMenu(options, onMac) },
    { role: 'editMenu' },
    { label: MENU.queue, submenu: queueMenu(options) },
    { label: MENU.view, submenu: viewMenu(options) },
    onMac ? { role: 'windowMenu' } : { label: MENU.window, submenu: [{ role: 'minimize' }, { role: 'close' }] },
    { label: MENU.help, role: 'help', submenu: helpMenu(options, onMac) },
  ];
}

function command(
  { run }: MenuOptions,
  kind: PlainCommand,
  label: string,
  accelerator?: string,
): MenuItemConstructorOptions {
  const item = { label, click: () => run(kind) };
  return accelerator === undefined ? item : { ...item, accelerator };
}

function settings(options: MenuOptions): MenuItemConstructorOptions {
  return command(options, 'settings', MENU.settings, 'CommandOrControl+,');
}

function macAppMenu(options: MenuOptions): MenuItemConstructorOptions {
  return {
    label: ABOUT.name,
    submenu: [
      { label: MENU.about, click: options.about },
      SEPARATOR,
      settings(options),
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  };
}

function fileMenu(options: MenuOptions, onMac: boolean): Items {
  return [
    command(options, 'choose-files', MENU.open, 'CommandOrControl+O'),
    command(options, 'choose-folder', MENU.openFolder, 'CommandOrControl+Shift+O'),
    recentMenu(options.recent, onMac),
    SEPARATOR,
    ...(onMac ? [{ role: 'close' } as const] : [settings(options), SEPARATOR, { role: 'quit' } as const]),
  ];
}

function recentMenu({ clear, open, paths }: RecentMenu, onMac: boolean): MenuItemConstructorOptions {
  const label = MENU.openRecent;
  if (onMac) return { label, role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] };
  return {
    label,
    enabled: paths.length > 0,
    submenu: [
      // An ampersand would mark the key of an entry.
      ...paths.map((path) => ({ label: path.replaceAll('&', '&&'), click: () => open(path) })),
      SEPARATOR,
      { label: MENU.clearRecent, click: clear },
    ],
  };
}

function queueMenu(options: MenuOptions): Items {
  return [
    // The page has this key: Ctrl+Enter in a text field doesn't start anything that may cost money.
    { ...command(options, 'start', MENU.start, 'CommandOrControl+Enter'), registerAccelerator: false },
    SEPARATOR,
    command(options, 'pause-all', MENU.pauseAll),
    command(options, 'resume-all', MENU.resumeAll),
    SEPARATOR,
    command(options, 'retry-failed', MENU.retryFailed),
  ];
}

function viewMenu(options: MenuOptions): Items {
  const pages = Object.entries(MENU.pages) as [keyof typeof MENU.pages, string][];
  const tools: Items = [SEPARATOR, { role: 'reload' }, { role: 'toggleDevTools' }];
  return [
    ...pages.map(([page, label], index) => command(options, page, label, `CommandOrControl+${index + 1}`)),
    SEPARATOR,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    SEPARATOR,
    { role: 'togglefullscreen' },
    ...(options.developing ? tools : []),
  ];
}

function helpMenu(options: MenuOptions, onMac: boolean): Items {
  const shortcuts = command(options, 'shortcuts', MENU.shortcuts);
  // On a Mac it is in the menu of the app.
  return onMac ? [shortcuts] : [shortcuts, SEPARATOR, { label: MENU.about, click: options.about }];
}
