/** What the wings stand on, opened once before them. */

import type { BuiltInService } from '../connections/built-in-service.ts';
import type { Connections } from '../connections/connections.ts';
import type { Engine } from '../engine/library-engine.ts';
import type { LibraryPaths } from '../library/paths.ts';
import type { Presets } from '../library/presets/presets.ts';
import type { DeskPorts, DeskSettings } from '../ports.ts';
import type { Queue } from '../queue/open-queue.ts';
import type { Store } from '../store/open-store.ts';

export interface Ground {
  readonly builtIn: BuiltInService;
  readonly connections: Connections;
  /** Scans recordings and results. */
  readonly engine: Engine;
  readonly paths: LibraryPaths;
  readonly ports: DeskPorts;
  readonly presets: Presets;
  readonly queue: Queue;
  readonly settings: DeskSettings;
  readonly store: Store;
}
