/** The contract between desk and host: every call and every event, one file per group. */

import type { ContractRouterClient } from '@orpc/contract';
import { keysContract } from './account/keys.ts';
import { portalContract } from './account/portal.ts';
import { rehearsalContract } from './account/rehearsal.ts';
import { webhooksContract } from './account/webhooks.ts';
import { careContract } from './care.ts';
import { connectionsContract } from './connections.ts';
import { costsContract } from './costs.ts';
import { historyContract } from './history.ts';
import { listeningContract } from './listening/listening.ts';
import { sourcesContract } from './listening/sources.ts';
import { verdictsContract } from './listening/verdicts.ts';
import { modelsContract } from './models.ts';
import { outputsContract } from './outputs.ts';
import { addingContract } from './queue/adding.ts';
import { presetsContract } from './queue/presets.ts';
import { queueContract } from './queue/queue.ts';
import { systemContract, updatesContract } from './system.ts';
import { tablesContract } from './tables.ts';
import { watchFoldersContract } from './watch-folders.ts';

export const contract = {
  system: systemContract,
  queue: queueContract,
  presets: presetsContract,
  adding: addingContract,
  listening: listeningContract,
  outputs: outputsContract,
  sources: sourcesContract,
  verdicts: verdictsContract,
  history: historyContract,
  costs: costsContract,
  tables: tablesContract,
  connections: connectionsContract,
  webhooks: webhooksContract,
  keys: keysContract,
  portal: portalContract,
  rehearsal: rehearsalContract,
  watchFolders: watchFoldersContract,
  updates: updatesContract,
  models: modelsContract,
  care: careContract,
};

export type Contract = typeof contract;
/** The desk as its callers see it, over any transport. */
export type DeskClient = ContractRouterClient<Contract>;
