/**
 * What JavaScript may do in an engine's process, by Node's permission model: read, write, and start threads. It starts no program, opens no
 * inspector and runs no WASI. Native code isn't bound by it. Electron's utility processes ignore these options, so only Node hosts pass them.
 */

const RIGHTS = [
  '--permission',
  // Recordings and results are anywhere; FFmpeg is native code; long recordings are measured in a thread.
  ...['--allow-fs-read=*', '--allow-fs-write=*', '--allow-addons', '--allow-worker'],
  // Node warns of the last two at each start.
  ...['--disable-warning=PERM0001', '--disable-warning=PERM0006'],
];

/** Options for Node; none where it is too old to know them. */
export const ENGINE_RIGHTS: readonly string[] = RIGHTS.every((option) =>
  process.allowedNodeEnvironmentFlags.has(option.split('=', 1)[0] ?? option),
)
  ? RIGHTS
  : [];
