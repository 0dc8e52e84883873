/**
 * The desktop's bridge: the few things that a page can't do by itself, and how it connects to the desk. The preload puts one
 * `DesktopBridge` at `window.cleartake`; the browser host has none. Everything else goes through the contract.
 *
 * How the page connects (a port can't pass through the bridge, so it is posted beside it):
 *
 *     const { port1, port2 } = new MessageChannel();
 *     window.postMessage(CONNECT_MESSAGE, window.location.origin, [port2]);
 *     const desk: DeskClient = createORPCClient(new RPCLink({ port: port1 })); // '@orpc/client/message-port'
 *     port1.start();
 *
 * The preload accepts the message only from its own window and origin, and hands the port to the main process, which checks the
 * sender again. The port buffers messages until the other end listens. A reload connects again and closes the old port.
 */

import type { LeftOut } from '../../domain/left-out.ts';

/** The message that the page posts to itself, with one port, to connect to the desk. */
export const CONNECT_MESSAGE = 'cleartake:connect';

/** Name of the bridge on `window`. */
export const BRIDGE_NAME = 'cleartake';

/** What a text names: absolute paths, and lines that are no paths, with reasons. */
export interface TextPaths {
  readonly paths: string[];
  readonly skipped: LeftOut[];
}

/** Why recordings are chosen; the title of the system's dialog says it. `source`: to find the file of a recording that was moved. */
export const RECORDING_PURPOSES = ['recordings', 'source'] as const;
export type RecordingPurpose = (typeof RECORDING_PURPOSES)[number];

/** Why folders of recordings are chosen. `watch`: their recordings are restored as they arrive. */
export const FOLDER_PURPOSES = ['recordings', 'source', 'watch'] as const;
export type FolderPurpose = (typeof FOLDER_PURPOSES)[number];

/** Why a file that isn't a recording is chosen. */
export const FILE_PURPOSES = ['desk', 'certificates', 'model', 'cover', 'bookend'] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

/** Why folders to write to are chosen. */
export const OUTPUT_PURPOSES = ['results', 'data-folder', 'export'] as const;
export type OutputPurpose = (typeof OUTPUT_PURPOSES)[number];

/** `PageFile` is the page's `File`, a type that only exists in a page. */
export interface DesktopBridge<PageFile> {
  /** `linux`, `darwin` or `win32`. */
  readonly platform: string;
  /**
   * Absolute paths of dropped or picked files and folders, without those that aren't on a disk. From then on the page may add them, as it
   * may add what the dialogs answer; the desk refuses any other path.
   */
  pathsForFiles(files: readonly PageFile[]): Promise<string[]>;
  /**
   * Reads pasted or typed paths, one a line, and shows them to the person in a dialog of the system, because a script in the page could have
   * written them. After Add the page may add them. Null after Cancel.
   */
  pathsFromText(text: string): Promise<TextPaths | null>;
  /** Opens the system's dialog for recordings. Absolute paths, none after Cancel. */
  chooseFiles(purpose?: RecordingPurpose): Promise<string[]>;
  /** Opens the system's dialog for folders of recordings. Absolute paths, none after Cancel. */
  chooseFolder(purpose?: FolderPurpose): Promise<string[]>;
  /** Opens the system's dialog for a folder to write to, which can also create one. Null after Cancel. */
  chooseOutputFolder(purpose?: OutputPurpose): Promise<string | null>;
  /** Opens the system's dialog for the file of an exported desk, of certificates or of a model, which the page may then name. Null after Cancel. */
  chooseArchive(purpose?: FilePurpose): Promise<string | null>;
  /** Drags what Save makes of a result out of the window, if that is there. Call it while a drag begins, and prevent the page's own. */
  dragOut(takeId: string): void;
}

/** What the menu can ask the page to do, beside opening a job. */
const PLAIN_COMMANDS = [
  'choose-files',
  'choose-folder',
  'start',
  'pause-all',
  'resume-all',
  'retry-failed',
  'shortcuts',
  'desk',
  'listen',
  'history',
  'costs',
  'connections',
  'settings',
] as const;
export type PlainCommand = (typeof PLAIN_COMMANDS)[number];

/** What menu, tray and links of the system ask the page to do. */
export type DeskCommand =
  | { readonly kind: PlainCommand }
  /** Opens a job on Listen. */
  | { readonly kind: 'compare'; readonly jobId: string };

/** Name of the field that contains the command in the message which the preload posts to the page. */
export const COMMAND_FIELD = 'cleartakeCommand';

export function isDeskCommand(value: unknown): value is DeskCommand {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'compare') return 'jobId' in value && typeof value.jobId === 'string';
  return PLAIN_COMMANDS.some((kind) => kind === value.kind);
}

/** Every IPC channel between preload and main process. The contract's calls use the port that `connect` hands over. */
export const CHANNELS = {
  connect: 'cleartake:connect',
  /** From the main process to the preload: a `DeskCommand`. */
  command: 'cleartake:command',
  /** With the id of a take: its file is dragged out of the window. */
  dragOut: 'cleartake:drag-out',
  dropFiles: 'cleartake:drop-files',
  /** With a text whose lines are paths. */
  pathsFromText: 'cleartake:paths-from-text',
  /** The dialogs: each with what is chosen for. */
  chooseFiles: 'cleartake:choose-files',
  chooseFolder: 'cleartake:choose-folder',
  chooseOutputFolder: 'cleartake:choose-output-folder',
  chooseArchive: 'cleartake:choose-archive',
} as const;
