/** Every call of the local service, in the order of its OpenAPI document. */

import type { Operation } from '../operation.ts';
import * as generations from './generations.ts';
import * as keys from './keys.ts';
import * as portalAccounts from './portal-accounts.ts';
import * as portalAudit from './portal-audit.ts';
import * as portalBilling from './portal-billing.ts';
import * as portalProjects from './portal-projects.ts';
import * as portalWebhooks from './portal-webhooks.ts';
import * as projects from './projects.ts';
import * as rehearsal from './rehearsal.ts';
import * as webhooks from './webhooks.ts';

export const OPERATIONS: readonly Operation[] = [
  projects,
  generations,
  keys,
  webhooks,
  portalProjects,
  portalAccounts,
  portalAudit,
  portalBilling,
  portalWebhooks,
  rehearsal,
].flatMap((room) => Object.values(room));
