/** The scripted service as the start kills use it: it makes and bills every start it is asked for, and lists generations late. */

import { type ScriptedService, startScriptedService } from '../../remote/scripted-service.ts';
import type { FaultOf } from '../../remote/start-faults.ts';

const LISTING_LAG_MS = 30;

export function startBillingService(faultOf: FaultOf): Promise<ScriptedService> {
  return startScriptedService({ faultOf, listingLagMs: LISTING_LAG_MS, resultOf });
}

/** A generation as a file: no two are the same. */
export function resultOf(generationId: string): string {
  return `result of ${generationId}`;
}
