/** Tells about changes below a folder, as far as the system does: the one place that uses chokidar. */

export interface TreeWatch {
  close(): Promise<void>;
}

export interface TreeListener {
  /** Whether a file or folder is left alone. */
  readonly ignores: (path: string) => boolean;
  /** A file appeared or changed. Absolute path. */
  readonly onChange: (path: string) => void;
  /** The system doesn't tell about all changes, for example because it has no watches left. */
  readonly onTrouble: (failure: unknown) => void;
}

/** Never throws. Changes may be reported late, twice or not at all: whoever needs to know looks at the folder as well. */
export type WatchTree = (folder: string, listener: TreeListener) => TreeWatch;

export const watchTree: WatchTree = (folder, { ignores, onChange, onTrouble }) => {
  let isOver = false;
  const opened = open();
  opened.catch(onTrouble);

  async function open() {
    // Loaded when the first folder is watched: most starts need none.
    const { watch } = await import('chokidar');
    if (isOver) return null;
    const watcher = watch(folder, {
      ignored: (path) => ignores(path),
      ignoreInitial: true,
      followSymlinks: false,
      atomic: false,
    });
    watcher.on('add', onChange);
    watcher.on('change', onChange);
    watcher.on('error', onTrouble);
    return watcher;
  }

  return {
    async close() {
      isOver = true;
      await (await opened.catch(() => null))?.close();
    },
  };
};
