/** Endpoints and their secrets in PostgreSQL. */

import { and, asc, count, eq, gt, isNull, ne } from 'drizzle-orm';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import { endpointChanged } from '../../../rules/audit-events.ts';
import {
  auditedUrl,
  DISABLED,
  decideNewEndpoint,
  ENABLED,
  healthAfterMove,
  isTaken,
  mayRotateSecret,
} from '../../../rules/webhooks/endpoints.ts';
import type { Changed, Endpoint, OwnedEndpoint, WantedEndpoint, WebhookStore } from '../../webhook-port.ts';
import { addAudit } from '../accounts/audit.ts';
import { lockAccount } from '../connection/account-lock.ts';
import type { OpenWork, PostgresDatabase, PostgresOrm } from '../connection/database.ts';
import { drawnIdentifier } from '../connection/drawn-identifier.ts';
import { appRows, endpointRows, keyRows, secretRows } from '../schema/all.ts';
import { cancelDue, lockEndpoint, presentEndpoints } from './steps.ts';

type PostgresEndpoints = Pick<
  WebhookStore,
  'configure' | 'listEndpoints' | 'updateEndpoint' | 'setEnabled' | 'removeEndpoint' | 'revealSecret' | 'rotateSecret'
>;

const MISSING = { kind: 'missing' } as const;

/** An endpoint within reach, in the transaction that changes it. */
interface Found extends OpenWork, OwnedEndpoint {
  /** Changes its row. */
  change(fields: Partial<typeof endpointRows.$inferInsert>): Promise<Endpoint>;
  audit(
    endpoint: Endpoint,
    action: AuditAction & `webhook.${string}`,
    details?: Record<string, unknown>,
  ): Promise<void>;
}

export function createPostgresEndpoints(database: PostgresDatabase): PostgresEndpoints {
  const { orm, ask, transaction } = database;

  function within<Outcome>(
    reach: string | null,
    endpointId: string,
    actorKeyId: string,
    now: number,
    change: (found: Found) => Promise<Outcome>,
  ) {
    return transaction(async (work) => {
      const owned = await lockEndpoint(work, reach, endpointId);
      if (owned === null) return MISSING;
      return change({
        ...work,
        ...owned,
        change: (fields) =>
          updateEndpoint(work.orm, endpointId, { ...fields, updatedAt: now, updatedByKeyId: actorKeyId }),
        audit: (endpoint, action, details = {}) =>
          addAudit(work, endpointChanged(endpoint, action, details, actorKeyId), now),
      });
    });
  }

  return {
    configure: (wanted, actorKeyId, now) => transaction((work) => configureEndpoint(work, wanted, actorKeyId, now)),
    listEndpoints: (userId, { keyId, mode }) =>
      ask(async () =>
        orm
          .select({ endpoint: endpointRows, appId: appRows.appId })
          .from(endpointRows)
          .innerJoin(appRows, eq(appRows.keyId, endpointRows.keyId))
          .where(
            and(
              eq(endpointRows.userId, userId),
              isNull(endpointRows.removedAt),
              keyId === null ? undefined : eq(endpointRows.keyId, keyId),
              mode === null ? undefined : eq(endpointRows.mode, mode),
            ),
          )
          .orderBy(asc(endpointRows.sequence)),
      ),
    updateEndpoint: (reach, endpointId, changes, actorKeyId, now) =>
      within(reach, endpointId, actorKeyId, now, async (found) => {
        const { endpoint, appId } = found;
        const others = await presentEndpoints(found.orm, endpoint.keyId, endpoint.mode);
        if (isTaken(others, endpointId, changes.href)) return { kind: 'taken' } as const;
        const updated = await found.change({ ...changes, ...healthAfterMove(endpoint.href, changes.href) });
        const details = { url: auditedUrl(updated.href), eventTypes: updated.eventTypes };
        await found.audit(updated, 'webhook.endpoint.updated', details);
        return done({ endpoint: updated, appId });
      }),
    setEnabled: (reach, endpointId, enabled, actorKeyId, now) =>
      within(reach, endpointId, actorKeyId, now, async (found) => {
        const { endpoint, appId } = found;
        if (endpoint.enabled === enabled) return done({ endpoint, appId });
        const changed = await found.change(enabled ? ENABLED : DISABLED);
        if (!enabled) await cancelDue(found.orm, endpoint);
        await found.audit(changed, enabled ? 'webhook.endpoint.enabled' : 'webhook.endpoint.disabled');
        return done({ endpoint: changed, appId });
      }),
    removeEndpoint: (reach, endpointId, actorKeyId, now) =>
      within(reach, endpointId, actorKeyId, now, async (found) => {
        const removed = await found.change({ ...DISABLED, removedAt: now });
        await cancelDue(found.orm, found.endpoint);
        await found.orm.delete(secretRows).where(eq(secretRows.endpointId, endpointId));
        await found.audit(removed, 'webhook.endpoint.removed', { url: auditedUrl(removed.href) });
        return done({ endpoint: removed, appId: found.appId });
      }),
    revealSecret: (reach, endpointId, actorKeyId, now) =>
      within(reach, endpointId, actorKeyId, now, async (found) => {
        const { secret, createdAt, validUntil } = secretRows;
        const current = and(eq(secretRows.endpointId, endpointId), isNull(validUntil));
        const [row] = await found.orm.select({ secret, createdAt }).from(secretRows).where(current);
        if (row === undefined) return MISSING;
        await found.audit(found.endpoint, 'webhook.secret.revealed');
        return done(row);
      }),
    rotateSecret: (reach, endpointId, secret, previousValidUntil, actorKeyId, now) =>
      within(reach, endpointId, actorKeyId, now, async (found) => {
        const { orm: open } = found;
        const ofEndpoint = eq(secretRows.endpointId, endpointId);
        const until = { validUntil: previousValidUntil };
        // When the current secret ends at once, earlier ones end too: they may have leaked as well.
        await open
          .update(secretRows)
          .set(until)
          .where(and(ofEndpoint, gt(secretRows.validUntil, previousValidUntil)));
        const valid = and(ofEndpoint, gt(secretRows.validUntil, now));
        const [counted] = await open.select({ old: count() }).from(secretRows).where(valid);
        if (!mayRotateSecret(counted?.old ?? 0)) return { kind: 'too-many' } as const;
        await open
          .update(secretRows)
          .set(until)
          .where(and(ofEndpoint, isNull(secretRows.validUntil)));
        await open.insert(secretRows).values({ endpointId, secret, createdAt: now });
        const details = { previousValidUntil: new Date(previousValidUntil).toISOString() };
        await found.audit(found.endpoint, 'webhook.secret.rotated', details);
        return done({});
      }),
  };
}

function done<Outcome extends object>(outcome: Outcome): { readonly kind: 'done' } & Outcome {
  return { kind: 'done', ...outcome };
}

async function updateEndpoint(
  orm: PostgresOrm,
  endpointId: string,
  fields: Partial<typeof endpointRows.$inferInsert>,
): Promise<Endpoint> {
  const [changed] = await orm
    .update(endpointRows)
    .set(fields)
    .where(eq(endpointRows.endpointId, endpointId))
    .returning();
  if (changed === undefined) throw new TypeError('An endpoint that was there is gone');
  return changed;
}

async function configureEndpoint(
  work: OpenWork,
  { userId, keyId, mode, url, href, eventTypes, secret }: WantedEndpoint,
  actorKeyId: string,
  now: number,
): Promise<Changed<OwnedEndpoint> | { readonly kind: 'too-many' } | { readonly kind: 'account-full' }> {
  const { orm } = work;
  await lockAccount(work, userId);
  const usable = and(eq(keyRows.keyId, keyId), eq(keyRows.userId, userId), ne(keyRows.status, 'revoked'));
  if ((await orm.select({ keyId: keyRows.keyId }).from(keyRows).where(usable)).length === 0) return MISSING;
  const there = await presentEndpoints(orm, keyId, mode);
  const known = there.find((endpoint) => endpoint.href === href);
  const decision = known === undefined ? decideNewEndpoint(there.length, await countEndpoints(orm, userId)) : 'go';
  if (decision !== 'go') return { kind: decision };
  await orm
    .insert(appRows)
    .values({ keyId, appId: drawnIdentifier('wha') })
    .onConflictDoNothing();
  const [app] = await orm.select().from(appRows).where(eq(appRows.keyId, keyId));
  const fields = { url, eventTypes, ...ENABLED, updatedAt: now, updatedByKeyId: actorKeyId };
  const added = { ...fields, endpointId: drawnIdentifier('whe'), userId, keyId, mode, href, createdAt: now };
  const endpoint =
    known === undefined
      ? (await orm.insert(endpointRows).values(added).returning()).at(0)
      : await updateEndpoint(orm, known.endpointId, fields);
  if (endpoint === undefined || app === undefined) throw new TypeError('An endpoint was not written');
  const { endpointId } = endpoint;
  if (known === undefined) await orm.insert(secretRows).values({ endpointId, secret, createdAt: now });
  const details = { url: auditedUrl(href), eventTypes, created: known === undefined };
  await addAudit(work, endpointChanged(endpoint, 'webhook.configured', details, actorKeyId), now);
  return done({ endpoint, appId: app.appId });
}

async function countEndpoints(orm: PostgresOrm, userId: string): Promise<number> {
  const present = and(eq(endpointRows.userId, userId), isNull(endpointRows.removedAt));
  return (await orm.select({ there: count() }).from(endpointRows).where(present))[0]?.there ?? 0;
}
