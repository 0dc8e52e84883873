/** Endpoints and their secrets in SQLite. */

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
import type { Endpoint, OwnedEndpoint, WantedEndpoint, WebhookStore } from '../../webhook-port.ts';
import { recordAudit } from '../accounts/audit.ts';
import type { ServiceDatabase } from '../database.ts';
import { keys, webhookApps, webhookEndpoints, webhookSecrets } from '../schema/all.ts';
import { cancelPending, drawIdentifier, endpointsOf, findEndpoint } from './steps.ts';

type EndpointStore = Pick<
  WebhookStore,
  'configure' | 'listEndpoints' | 'updateEndpoint' | 'setEnabled' | 'removeEndpoint' | 'revealSecret' | 'rotateSecret'
>;

export function createEndpointStore(database: ServiceDatabase): EndpointStore {
  const { orm, transaction } = database;

  function audit(
    endpoint: Endpoint,
    action: AuditAction & `webhook.${string}`,
    actorKeyId: string,
    now: number,
    details: Readonly<Record<string, unknown>> = {},
  ): void {
    recordAudit(database, endpointChanged(endpoint, action, details, actorKeyId), now);
  }

  function change(endpointId: string, fields: Partial<typeof webhookEndpoints.$inferInsert>): Endpoint {
    const { endpointId: id } = webhookEndpoints;
    return orm.update(webhookEndpoints).set(fields).where(eq(id, endpointId)).returning().get();
  }

  /** Does some work on an endpoint within reach, in one transaction. */
  function within<Outcome>(reach: string | null, endpointId: string, work: (found: OwnedEndpoint) => Outcome) {
    return transaction(() => {
      const found = findEndpoint(database, reach, endpointId);
      return found === null ? ({ kind: 'missing' } as const) : work(found);
    });
  }

  function endpointsOfAccount(userId: string): number {
    const there = and(eq(webhookEndpoints.userId, userId), isNull(webhookEndpoints.removedAt));
    return orm.select({ there: count() }).from(webhookEndpoints).where(there).get()?.there ?? 0;
  }

  function configure(wanted: WantedEndpoint, actorKeyId: string, now: number) {
    const { userId, keyId, mode, url, href, eventTypes, secret } = wanted;
    const key = orm
      .select({ keyId: keys.keyId })
      .from(keys)
      .where(and(eq(keys.keyId, keyId), eq(keys.userId, userId), ne(keys.status, 'revoked')))
      .get();
    if (key === undefined) return { kind: 'missing' } as const;
    const there = endpointsOf(database, keyId, mode);
    const known = there.find((endpoint) => endpoint.href === href);
    const decision = known === undefined ? decideNewEndpoint(there.length, endpointsOfAccount(userId)) : 'go';
    if (decision !== 'go') return { kind: decision };
    const app =
      orm.select().from(webhookApps).where(eq(webhookApps.keyId, keyId)).get() ??
      orm
        .insert(webhookApps)
        .values({ keyId, appId: drawIdentifier(database, 'wha') })
        .returning()
        .get();
    const fields = { url, eventTypes, ...ENABLED, updatedAt: now, updatedByKeyId: actorKeyId };
    const endpoint =
      known === undefined
        ? orm
            .insert(webhookEndpoints)
            .values({
              ...fields,
              endpointId: drawIdentifier(database, 'whe'),
              userId,
              keyId,
              mode,
              href,
              createdAt: now,
            })
            .returning()
            .get()
        : change(known.endpointId, fields);
    if (known === undefined)
      orm.insert(webhookSecrets).values({ endpointId: endpoint.endpointId, secret, createdAt: now }).run();
    const details = { url: auditedUrl(href), eventTypes, created: known === undefined };
    audit(endpoint, 'webhook.configured', actorKeyId, now, details);
    return { kind: 'done', endpoint, appId: app.appId } as const;
  }

  return {
    configure: async (wanted, actorKeyId, now) => transaction(() => configure(wanted, actorKeyId, now)),
    listEndpoints: async (userId, { keyId, mode }) =>
      orm
        .select({ endpoint: webhookEndpoints, appId: webhookApps.appId })
        .from(webhookEndpoints)
        .innerJoin(webhookApps, eq(webhookApps.keyId, webhookEndpoints.keyId))
        .where(
          and(
            eq(webhookEndpoints.userId, userId),
            isNull(webhookEndpoints.removedAt),
            keyId === null ? undefined : eq(webhookEndpoints.keyId, keyId),
            mode === null ? undefined : eq(webhookEndpoints.mode, mode),
          ),
        )
        .orderBy(asc(webhookEndpoints.sequence))
        .all(),
    updateEndpoint: async (reach, endpointId, changes, actorKeyId, now) =>
      within(reach, endpointId, ({ endpoint, appId }) => {
        const others = endpointsOf(database, endpoint.keyId, endpoint.mode);
        if (isTaken(others, endpointId, changes.href)) return { kind: 'taken' } as const;
        const health = healthAfterMove(endpoint.href, changes.href);
        const updated = change(endpointId, { ...changes, ...health, updatedAt: now, updatedByKeyId: actorKeyId });
        const details = { url: auditedUrl(updated.href), eventTypes: updated.eventTypes };
        audit(updated, 'webhook.endpoint.updated', actorKeyId, now, details);
        return { kind: 'done', endpoint: updated, appId } as const;
      }),
    setEnabled: async (reach, endpointId, enabled, actorKeyId, now) =>
      within(reach, endpointId, ({ endpoint, appId }) => {
        if (endpoint.enabled === enabled) return { kind: 'done', endpoint, appId } as const;
        const health = enabled ? ENABLED : DISABLED;
        const changed = change(endpointId, { ...health, updatedAt: now, updatedByKeyId: actorKeyId });
        if (!enabled) cancelPending(database, endpoint);
        audit(changed, enabled ? 'webhook.endpoint.enabled' : 'webhook.endpoint.disabled', actorKeyId, now);
        return { kind: 'done', endpoint: changed, appId } as const;
      }),
    removeEndpoint: async (reach, endpointId, actorKeyId, now) =>
      within(reach, endpointId, ({ endpoint, appId }) => {
        const fields = { ...DISABLED, removedAt: now, updatedAt: now, updatedByKeyId: actorKeyId };
        const removed = change(endpointId, fields);
        cancelPending(database, endpoint);
        orm.delete(webhookSecrets).where(eq(webhookSecrets.endpointId, endpointId)).run();
        audit(removed, 'webhook.endpoint.removed', actorKeyId, now, { url: auditedUrl(removed.href) });
        return { kind: 'done', endpoint: removed, appId } as const;
      }),
    revealSecret: async (reach, endpointId, actorKeyId, now) =>
      within(reach, endpointId, ({ endpoint }) => {
        const current = orm
          .select({ secret: webhookSecrets.secret, createdAt: webhookSecrets.createdAt })
          .from(webhookSecrets)
          .where(and(eq(webhookSecrets.endpointId, endpointId), isNull(webhookSecrets.validUntil)))
          .get();
        if (current === undefined) return { kind: 'missing' } as const;
        audit(endpoint, 'webhook.secret.revealed', actorKeyId, now);
        return { kind: 'done', ...current } as const;
      }),
    rotateSecret: async (reach, endpointId, secret, previousValidUntil, actorKeyId, now) =>
      within(reach, endpointId, ({ endpoint }) => {
        const ofEndpoint = eq(webhookSecrets.endpointId, endpointId);
        // When the current secret ends at once, earlier ones end too: they may have leaked as well.
        const ended = and(ofEndpoint, gt(webhookSecrets.validUntil, previousValidUntil));
        orm.update(webhookSecrets).set({ validUntil: previousValidUntil }).where(ended).run();
        const { old } = orm
          .select({ old: count() })
          .from(webhookSecrets)
          .where(and(ofEndpoint, gt(webhookSecrets.validUntil, now)))
          .get() ?? { old: 0 };
        if (!mayRotateSecret(old)) return { kind: 'too-many' } as const;
        orm
          .update(webhookSecrets)
          .set({ validUntil: previousValidUntil })
          .where(and(ofEndpoint, isNull(webhookSecrets.validUntil)))
          .run();
        orm.insert(webhookSecrets).values({ endpointId, secret, createdAt: now }).run();
        const details = { previousValidUntil: new Date(previousValidUntil).toISOString() };
        audit(endpoint, 'webhook.secret.rotated', actorKeyId, now, details);
        return { kind: 'done' } as const;
      }),
  };
}
