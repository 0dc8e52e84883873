/** "Events" and the resource "Webhook event payload". */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { must } from '../tools/client.ts';
import { expectIsoTime, expectText } from '../tools/expectations.ts';
import { EVENT_TYPES, hookPortal, makeHook, sendTestEvent } from '../tools/hooks.ts';
import { brokenMedium, wav } from '../tools/media.ts';
import { type Delivery, silence } from '../tools/receiver.ts';
import { row, section } from '../tools/rows.ts';
import { tinyVideo } from '../tools/tiny-video.ts';
import { DOWNLOAD, LIST_GENERATIONS, once, PROGRESS, restoredAgain, uploadedProject } from '../tools/work.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
type Payload = any;

/** A key with two endpoints, one for every type and one for a single type, and two generations: one completes, one fails. */
const walk = once(async () => {
  const all = await makeHook({ mode: 'live' });
  const single = await makeHook({ mode: 'live', owner: all.owner, eventTypes: ['generation.completed'] });
  const inTest = await makeHook({ mode: 'test', owner: all.owner });
  const who = { key: all.owner.key };
  const good = await uploadedProject(who, wav(1));
  const broken = await uploadedProject(who, brokenMedium());
  const complete = await restoredAgain('service-2', good.apiProjectId, who);
  const failed = await restoredAgain('service-3.5', broken.apiProjectId, who);
  // Nothing of this changes a status.
  for (let poll = 0; poll < 3; poll++) await must(PROGRESS, complete, all.owner.key);
  await must(DOWNLOAD, { ...complete, downloadType: 'audio' }, all.owner.key);
  await must(LIST_GENERATIONS, { apiProjectId: complete.apiProjectId }, all.owner.key);
  await all.receiver.wait(6);
  await silence();
  const payloads = all.receiver.deliveries.map(({ json }) => json);
  const of = (generationId: string, eventType: string): readonly Payload[] =>
    payloads.filter((payload) => payload.generationId === generationId && payload.eventType === eventType);
  return { all, single, inTest, complete, failed, payloads, of };
});

/** The payload of the event that tells of the generation's end. */
async function endOf(kind: 'complete' | 'failed'): Promise<Payload> {
  const known = await walk();
  const [payload] = known.of(known[kind].generationId, `generation.${kind === 'complete' ? 'completed' : 'failed'}`);
  return payload;
}

const NEEDS = ['accounts', 'receiver'] as const;

const SENT_WHEN: Readonly<Record<(typeof EVENT_TYPES)[number], { when: string; kind: 'complete' | 'failed' }>> = {
  'generation.queued': { when: 'A generation is queued.', kind: 'complete' },
  'generation.processing': { when: 'Processing begins.', kind: 'complete' },
  'generation.failed': { when: 'Processing fails.', kind: 'failed' },
  'generation.completed': { when: 'Processing finishes.', kind: 'complete' },
};

section('Events', () => {
  for (const eventType of EVENT_TYPES) {
    const { when, kind } = SENT_WHEN[eventType];
    row(`Events · ${eventType} · "${when}"`, NEEDS, async () => {
      const known = await walk();
      expect(known.of(known[kind].generationId, eventType)).toHaveLength(1);
    });
  }

  row('Events · "sent only when a generation status changes"', NEEDS, async () => {
    const { payloads, complete, failed } = await walk();
    const typesOf = (generationId: string) =>
      payloads.filter((payload) => payload.generationId === generationId).map((payload) => payload.eventType);
    expect(typesOf(complete.generationId).sort()).toEqual([
      'generation.completed',
      'generation.processing',
      'generation.queued',
    ]);
    expect(typesOf(failed.generationId).sort()).toEqual([
      'generation.failed',
      'generation.processing',
      'generation.queued',
    ]);
    expect(payloads).toHaveLength(6);
  });

  row('States · "A status change of a generation triggers one event"', NEEDS, async () => {
    const { payloads } = await walk();
    expect(new Set(payloads.map(({ eventId }) => eventId)).size).toBe(payloads.length);
  });

  row('Events · "POST /v1/webhooks/configure chooses the subscribed types"', NEEDS, async () => {
    const { single } = await walk();
    expect(single.receiver.deliveries.map(({ json }) => json.eventType)).toEqual(['generation.completed']);
  });

  for (const eventType of EVENT_TYPES) {
    row(
      `Events · "send_test_event emits a generated event of any of the four types" (${eventType})`,
      NEEDS,
      async () => {
        const { owner, receiver } = await makeHook();
        const { eventId } = await sendTestEvent(owner.key, { eventType });
        const [delivery] = await receiver.wait(1);
        expect(delivery?.json).toMatchObject({ eventType, eventId });
      },
    );
  }

  row(
    'Events · "When no events are selected for an endpoint in the management portal, it receives every type."',
    [...NEEDS, 'webhooks'],
    async () => {
      const hook = await makeHook({ eventTypes: ['generation.failed'] });
      await hookPortal('endpoints/update', { endpointId: hook.endpointId, eventTypes: [] });
      for (const eventType of EVENT_TYPES) await sendTestEvent(hook.owner.key, { eventType });
      const deliveries: readonly Delivery[] = await hook.receiver.wait(4);
      expect(new Set(deliveries.map(({ json }) => json.eventType))).toEqual(new Set(EVENT_TYPES));
    },
  );
});

const STATUS_OF: Readonly<Record<(typeof EVENT_TYPES)[number], string>> = {
  'generation.queued': 'queued',
  'generation.processing': 'processing',
  'generation.failed': 'error',
  'generation.completed': 'complete',
};

section('Webhook event payload', () => {
  row('Webhook event payload · eventType · "One of the four event types."', NEEDS, async () => {
    for (const { eventType } of (await walk()).payloads) expect(EVENT_TYPES).toContain(eventType);
  });
  row('Webhook event payload · eventId · "Event id."', NEEDS, async () => {
    expectText((await endOf('complete')).eventId);
  });
  row('Webhook event payload · createdAt · "ISO 8601 timestamp."', NEEDS, async () => {
    for (const { createdAt } of (await walk()).payloads) expectIsoTime(createdAt);
  });
  row('Webhook event payload · apiKeyId · "Key that owns the endpoint."', NEEDS, async () => {
    expect((await endOf('complete')).apiKeyId).toBe((await walk()).all.owner.keyId);
  });
  row('Webhook event payload · apiProjectId · "Project id."', NEEDS, async () => {
    expect((await endOf('complete')).apiProjectId).toBe((await walk()).complete.apiProjectId);
  });
  row('Webhook event payload · generationId · "Generation id."', NEEDS, async () => {
    expect((await endOf('failed')).generationId).toBe((await walk()).failed.generationId);
  });
  for (const [eventType, status] of Object.entries(STATUS_OF)) {
    row(`Webhook event payload · status · "queued, processing, error or complete" (${eventType})`, NEEDS, async () => {
      const { payloads } = await walk();
      const found = payloads.filter((payload) => payload.eventType === eventType);
      expect(found.length).toBeGreaterThan(0);
      for (const payload of found) expect(payload.status).toBe(status);
    });
  }
  row('Webhook event payload · hasVideo · "Whether the media has video." (it has none)', NEEDS, async () => {
    expect((await endOf('complete')).hasVideo).toBe(false);
  });
  row('Webhook event payload · hasVideo · "Whether the media has video." (it has)', NEEDS, async () => {
    const { owner, receiver } = await makeHook({ mode: 'live', eventTypes: ['generation.completed'] });
    const who = { key: owner.key };
    const clip = { originalFileName: 'clip.mp4', contentType: 'video/mp4' };
    const { apiProjectId } = await uploadedProject(who, tinyVideo(), clip);
    await restoredAgain('service-2', apiProjectId, who);
    const [delivery] = await receiver.wait(1);
    expect(delivery?.json.hasVideo).toBe(true);
  });
  row('Webhook event payload · modelKey · "Model of the generation."', NEEDS, async () => {
    expect([(await endOf('complete')).modelKey, (await endOf('failed')).modelKey]).toEqual([
      'service-2',
      'service-3.5',
    ]);
  });
  row('Webhook event payload · error · "null when none"', NEEDS, async () => {
    expect((await endOf('complete')).error).toBeNull();
  });
  row('Webhook event payload · error · "Error message"', NEEDS, async () => {
    expectText((await endOf('failed')).error);
  });
  row('Webhook event payload · errorDetails · "null when none"', NEEDS, async () => {
    expect((await endOf('complete')).errorDetails).toBeNull();
  });
  row('Webhook event payload · errorDetails · "Error details" (an object, or null when none)', NEEDS, async () => {
    const { errorDetails } = await endOf('failed');
    expect(typeof errorDetails).toBe('object');
    expect(Array.isArray(errorDetails)).toBe(false);
  });
  row('Webhook event payload · the same fields whatever the event type', NEEDS, async () => {
    const { payloads } = await walk();
    const fields = ['apiKeyId', 'apiProjectId', 'createdAt', 'error', 'errorDetails', 'eventId', 'eventType'];
    for (const payload of payloads) {
      for (const field of [...fields, 'generationId', 'hasVideo', 'modelKey', 'status']) {
        expect(payload).toHaveProperty(field);
      }
    }
  });
  row('Webhook event payload · no key, secret or signed URL is in it', NEEDS, async () => {
    const { all, payloads } = await walk();
    const text = JSON.stringify(payloads);
    for (const secret of [all.owner.key, target.adminKey, 'whsec_', 'signature=']) expect(text).not.toContain(secret);
  });
});
