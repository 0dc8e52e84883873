/**
 * The desktop's bridge: the few things that a page cannot do by itself, and how it reaches the desk. The preload puts one
 * `DesktopBridge` at `window.cleartake`; in the browser host there is none. Everything else travels over the contract.
 *
 * How the page connects (a port cannot pass through the bridge, so it travels beside it):
 *
 *     const { port1, port2 } = new MessageChannel();
 *     window.postMessage(CONNECT_MESSAGE, window.location.origin, [port2]);
 *     const desk: DeskClient = createORPCClient(new RPCLink({ port: port1 })); // '@orpc/client/message-port'
 *     port1.start();
 *
 * The preload takes the message only from its own window and origin, and hands the port to the main process, which checks the
 * sender again. Messages sent before the other end listens wait in the port. A reload connects anew; the old port is closed.
 */

/** What the page posts to itself, with one port, to reach the desk. */
export const CONNECT_MESSAGE = 'cleartake:connect';

/** Where the bridge stands on `window`. */
export const BRIDGE_NAME = 'cleartake';

/** `PageFile` is the page's `File`, a type that does not exist outside a page. */
export interface DesktopBridge<PageFile> {
  /** `linux`, `darwin` or `win32`. */
  readonly platform: string;
  /** Absolute path of a dropped or picked file or folder; empty when it does not come from a disk. */
  pathForFile(file: PageFile): string;
  /** The system's dialog for recordings: absolute paths, none when the person cancelled. */
  chooseFiles(): Promise<string[]>;
  /** The system's dialog for folders of recordings: absolute paths, none when the person cancelled. */
  chooseFolder(): Promise<string[]>;
  /** The system's dialog for where results go, with a button to create one; null when the person cancelled. */
  chooseOutputFolder(): Promise<string | null>;
}

/** Every IPC channel between preload and main process. The contract's calls use the port that `connect` hands over. */
export const CHANNELS = {
  connect: 'cleartake:connect',
  chooseFiles: 'cleartake:choose-files',
  chooseFolder: 'cleartake:choose-folder',
  chooseOutputFolder: 'cleartake:choose-output-folder',
} as const;
