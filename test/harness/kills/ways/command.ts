/** What a process of its own does: a command of the terminal, by the terminal's own code, or what a person does at a desk. */

import { openForWork, takeKeyFromEnvironment } from '../../../../electron/hosts/cli/access/access.ts';
import { restoreCommand } from '../../../../electron/hosts/cli/commands/restoring/restore.ts';
import { resumeCommand } from '../../../../electron/hosts/cli/commands/restoring/resume.ts';
import { addConnection, setKey } from '../../../../electron/hosts/cli/commands/services/connections.ts';
import { EXIT, type ExitStatus } from '../../../../electron/hosts/cli/exit-status.ts';
import { jobsWhere } from '../../../../electron/hosts/cli/work/follow.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { MODEL_IDS, type ModelId } from '../../../../shared/domain/models.ts';

/** How commands name the service: by its address alone, or by the name that it was added under. The key is in the environment. */
export interface Named {
  readonly baseUrl: string;
  readonly byAddress: boolean;
}

export type Command =
  | { readonly kind: 'add-service' }
  | { readonly kind: 'set-key' }
  | {
      readonly kind: 'restore';
      readonly folder: string;
      readonly models: readonly ModelId[];
      /** Micro-USD. */
      readonly cap?: number;
    }
  | { readonly kind: 'resume'; readonly failed: boolean; readonly cap?: number }
  /** A folder is dropped on the desk and started. */
  | { readonly kind: 'desk-start'; readonly folder: string; readonly models: readonly ModelId[] }
  /** Everything that failed. */
  | { readonly kind: 'desk-retry' }
  /** Some that are done get the model that they lack. */
  | { readonly kind: 'desk-add-model' };

const SERVICE = 'Vendor';
const PRICES = { 'service-2': 1000, 'service-3.5': 1000 };
const MOST_EXTENDED = 3;
const LOOK_MS = 50;

export async function carryOut(command: Command, dataDirectory: string, service: Named): Promise<ExitStatus> {
  const where = { dataDir: dataDirectory };
  switch (command.kind) {
    case 'add-service':
      return await addConnection(SERVICE, service.baseUrl, {
        ...where,
        header: 'bearer',
        price: PRICES,
        store: 'file',
      });
    case 'set-key':
      return await setKey(SERVICE, { ...where, store: 'file' });
    case 'restore': {
      const { cap, folder, models: model } = command;
      const limit = cap === undefined ? {} : { cap };
      const over = service.byAddress ? { baseUrl: service.baseUrl, price: PRICES } : { connection: SERVICE };
      return await restoreCommand([folder], {
        ...{ ...where, ...limit, ...over, duplicates: 'use', model },
        out: `${dataDirectory}/out`,
      });
    }
    case 'resume': {
      const { cap, failed } = command;
      return await resumeCommand({ ...where, failed, ...(cap === undefined ? {} : { cap }) });
    }
    default:
      return await atDesk(command, dataDirectory, service);
  }
}

type Deed = Extract<Command, { kind: `desk-${string}` }>;

async function atDesk(deed: Deed, dataDirectory: string, service: Named): Promise<ExitStatus> {
  const key = takeKeyFromEnvironment() ?? '';
  const { client, close, host } = await openForWork({ dataDirectory, leavesEarlierWork: false, patient: true });
  try {
    const { connections } = await client.connections.list();
    const connectionId = service.byAddress
      ? await host.adHocConnection(service.baseUrl, key)
      : connections.find(({ name }) => name === SERVICE)?.id;
    await act(client, deed, dataDirectory, connectionId);
    for (;;) {
      const open = await jobsWhere(client, isOpen);
      if (open.length === 0) return EXIT.done;
      for (const { id, state } of open)
        if (state.kind === 'needs-you') await client.queue.answer({ jobId: id, answer: 'start-again' });
      await systemClock.sleep(LOOK_MS);
    }
  } finally {
    await close();
  }
}

async function act(
  client: DeskClient,
  deed: Deed,
  dataDirectory: string,
  connectionId: string | undefined,
): Promise<void> {
  switch (deed.kind) {
    case 'desk-start': {
      const output = { kind: 'folder' as const, path: `${dataDirectory}/out` };
      const preset = { ...DEFAULT_BATCH_PRESET, models: [...deed.models], output };
      await client.queue.add({ paths: [deed.folder], preset, start: true, ...(connectionId && { connectionId }) });
      return;
    }
    case 'desk-retry': {
      const failed = await jobsWhere(client, ({ state }) => state.kind === 'failed');
      if (failed.length > 0) await client.queue.retry({ jobIds: failed.map(({ id }) => id) });
      return;
    }
    case 'desk-add-model': {
      const lacking = await jobsWhere(
        client,
        ({ state, generations }) => state.kind === 'done' && generations.length === 1,
      );
      for (const job of lacking.slice(-MOST_EXTENDED)) {
        const model = MODEL_IDS.find((id) => job.generations.every((one) => one.model !== id));
        if (model !== undefined) await client.queue.addModel({ jobId: job.id, model });
      }
    }
  }
}

/** Whether anything happens to it without the person. */
function isOpen({ started, state }: JobView): boolean {
  if (!started || isFinal(state)) return false;
  return state.kind !== 'paused' && (state.kind !== 'waiting' || state.until !== null);
}
