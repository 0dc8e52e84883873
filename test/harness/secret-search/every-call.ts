/** Every call of the contract, made once, with secrets planted where a person or a service puts some. */

import path from 'node:path';
import { importEvent, moveEvent } from '../../../shared/contract/care.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';
import type { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { settingsOf } from '../../../shared/domain/batch/presets.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../../shared/domain/history/filter.ts';
import { differenceId } from '../../../shared/domain/listening/difference.ts';
import { ownModelId } from '../../../shared/domain/models.ts';
import { NO_CAPS } from '../../../shared/domain/money.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/domain/preferences.ts';
import { SECRETS } from './secrets.ts';

/** Refused, because there is no such folder. */
const WATCHED = {
  ...{ path: '/nowhere/incoming', presetId: 'restore-only', connectionId: 'built-in', capPerDay: null },
  ...{ output: null, enabled: false },
};

interface Known {
  readonly connectionId: string;
  readonly jobId: string;
  readonly preset: typeof DEFAULT_BATCH_PRESET;
  readonly details: { readonly name: string; readonly baseUrl: string; readonly headerStyle: 'bearer' };
  readonly prices: { 'service-2': number; 'service-3.5': null };
  readonly source: string;
}

/** Each call once, `queue.watch` apart; what is refused answers with its refusal. In an order in which most succeed. */
export function everyCall(client: DeskClient, known: Known): Record<string, () => Promise<unknown>> {
  const { connectionId, jobId, preset, details, prices, source } = known;
  const out = path.dirname(source);
  const {
    adding,
    care,
    connections,
    costs,
    history,
    keys,
    listening,
    outputs,
    models,
    portal,
    presets,
    queue,
    rehearsal,
    sources,
    system,
    tables,
    updates,
    verdicts,
    watchFolders,
    webhooks,
  } = client;
  const jobIds = [jobId];
  const someTakes = async () => {
    const { takes } = await listening.takes({ jobId });
    return { jobId, take: takes.at(-1)?.id ?? '', over: takes[0]?.id ?? '' };
  };
  return {
    'system.info': () => system.info(),
    'system.preset': () => system.preset(),
    'system.setPreset': () => system.setPreset(preset),
    'system.preferences': () => system.preferences(),
    'system.setPreferences': () => system.setPreferences(DEFAULT_PREFERENCES),
    'system.network': () => system.network(),
    'system.setProxyPassword': () => system.setProxyPassword({ password: null }),
    'system.diagnostics': () => system.diagnostics({ names: true }),
    'system.showDataFolder': () => system.showDataFolder(),
    'system.notices': () => system.notices(),
    'system.dismissNotice': () => system.dismissNotice({ id: 'none' }),
    'system.watchBatches': () => firstOf(system.watchBatches()),
    'updates.watch': () => firstOf(updates.watch()),
    'updates.check': () => updates.check(),
    'updates.download': () => updates.download(),
    'updates.restart': () => updates.restart(),
    'care.space': () => care.space(),
    'care.filesOf': () => care.filesOf({ jobIds: [jobId] }),
    'care.clean': async () => care.clean({ surveyId: (await care.space()).surveyId, kinds: ['waveforms'] }),
    'care.backups': () => care.backups(),
    'care.checkBackup': async () => care.checkBackup({ name: (await care.backups()).backups[0]?.name ?? '' }),
    'care.chooseBackup': () => care.chooseBackup({ name: null }),
    'care.lookAtService': () => allOf(care.lookAtService({ connectionId })),
    'care.bringIn': () => care.bringIn({ connectionId, projectIds: ['none'], download: false }),
    'care.quit': () => care.quit(),
    'care.moveState': () => care.moveState(),
    'care.checkMove': () => care.checkMove({ folder: '/nowhere/else' }),
    'care.move': async () => {
      for await (const event of await care.move({ folder: 'relative' })) moveEvent.parse(event);
    },
    'care.checkExport': () => care.checkExport({ folder: out }),
    'care.exportDesk': () => allOf(care.exportDesk({ folder: out, withResults: true })),
    'care.checkImport': () => care.checkImport({ file: source }),
    'care.importDesk': async () => {
      for await (const event of await care.importDesk({ file: source })) importEvent.parse(event);
    },
    'care.importState': () => care.importState(),
    'care.forgetImport': () => care.forgetImport(),
    'care.forgetMove': () => care.forgetMove(),
    'care.removeOldFolder': () => care.removeOldFolder(),
    'system.reveal': () => system.reveal({ jobId }),
    'adding.watch': () => firstOf(adding.watch()),
    'adding.stop': () => adding.stop(),
    'adding.readFolder': () => adding.readFolder({ text: '~/out' }),
    'history.search': () => history.search({}),
    'history.groups': () => history.groups({ by: 'batch' }),
    'history.choices': () => history.choices(),
    'history.ids': () => history.ids({ filter: NO_FILTER, sort: NEWEST_FIRST }),
    'history.details': () => history.details({ jobId }),
    'costs.overview': () => costs.overview({ starts: [0, Date.now()], filter: {} }),
    'costs.by': () => costs.by({ by: 'show', filter: {} }),
    'costs.ledger': () => costs.ledger({ filter: {} }),
    'costs.readInvoice': () => costs.readInvoice({ text: 'id,amount\ng-1,0.10' }),
    'costs.reconcile': () => costs.reconcile({ connectionId, text: 'id,amount\ng-1,0.10', columns: null }),
    'costs.invoices': () => costs.invoices({ connectionId, from: 0, to: Date.now() }),
    'costs.reconcileInvoice': () => costs.reconcileInvoice({ connectionId, invoiceId: 'none' }),
    'costs.reconcileUsage': () => costs.reconcileUsage({ connectionId, from: 0, to: Date.now() }),
    'costs.account': () => costs.account({ connectionId }),
    'tables.save': async () => {
      const table = { list: 'history', format: 'json', view: '' } as const;
      return allOf(tables.save({ table, folder: out }));
    },
    'tables.show': () => tables.show({ id: 'none' }),
    'keys.setAdmin': () => keys.setAdmin({ connectionId, key: SECRETS.admin }),
    'keys.list': () => keys.list({ connectionId }),
    'keys.rotate': () => keys.rotate({ connectionId, keyId: 'key_1', use: false }),
    'keys.use': () => keys.use({ connectionId, keyId: 'key_1' }),
    'keys.forget': () => keys.forget({ connectionId, keyId: 'key_1' }),
    'keys.create': () => keys.create({ connectionId, label: 'Newsroom', role: 'scoped', scopes: ['read'] }),
    'keys.setActive': () => keys.setActive({ connectionId, keyId: 'key_1', active: false }),
    'keys.limit': () => keys.limit({ connectionId, keyId: 'key_1', callsPerMinute: 60 }),
    'keys.revoke': () => keys.revoke({ connectionId, keyId: 'key_1' }),
    'portal.setBillingCountry': () => portal.setBillingCountry({ connectionId, billingCountry: 'DE' }),
    'portal.account': () => portal.account({ connectionId }),
    'portal.invoices': () => portal.invoices({ connectionId }),
    'portal.invoice': () => portal.invoice({ connectionId, invoiceId: 'inv_1' }),
    'portal.openInvoice': () => portal.openInvoice({ connectionId, invoiceId: 'inv_1' }),
    'portal.usage': () => portal.usage({ connectionId }),
    'portal.audit': () => portal.audit({ connectionId }),
    'portal.users': () => portal.users({ connectionId }),
    'portal.createUser': () => portal.createUser({ connectionId, name: 'Ada', tier: 'free' }),
    'portal.setTier': () => portal.setTier({ connectionId, tier: 'free' }),
    'portal.setPaymentMethod': () => portal.setPaymentMethod({ connectionId, label: 'Card' }),
    'portal.setSpendLimit': () => portal.setSpendLimit({ connectionId, limit: null }),
    'portal.setAlerts': () => portal.setAlerts({ connectionId, amounts: [1_000_000] }),
    'portal.pay': () => portal.pay({ connectionId, invoiceId: 'inv_1' }),
    'history.setSaved': () => history.setSaved([{ name: 'Failed', address: 'states=failed' }]),
    'history.saved': () => history.saved(),
    'history.forget': () => history.forget({ jobIds: ['nobody'] }),
    'history.recall': () => history.recall({ jobIds: ['nobody'] }),
    'models.list': () => models.list(),
    'models.add': () => models.add({ file: `${source}.json` }),
    'models.remove': () => models.remove({ id: ownModelId('GTCRN', '0123abcd') }),
    'listening.takes': () => listening.takes({ jobId }),
    'outputs.preview': () => outputs.preview({ jobIds: [jobId], settings: preset }),
    'outputs.save': () => allOf(outputs.save({ jobIds: [jobId], changes: { output: preset.output } })),
    'outputs.undo': () => outputs.undo({ jobIds: [jobId], saveId: 'none' }),
    'listening.prepare': () => listening.prepare({ takeId: 'delivered:none' }),
    'listening.clipping': () => listening.clipping({ takeId: `original:${jobId}` }),
    'listening.overviews': () => listening.overviews({ takes: [`original:${jobId}`] }),
    'listening.sketch': () => listening.sketch({ jobId }),
    'listening.heard': () => listening.heard({ jobId }),
    'listening.lag': async () => {
      const { takes } = await listening.takes({ jobId });
      return listening.lag({
        difference: differenceId({ original: takes[0]?.id ?? '', take: takes.at(-1)?.id ?? '' }),
      });
    },
    'listening.preview': async () => {
      const { takes } = await listening.takes({ jobId });
      return listening.preview({ takeId: takes.at(-1)?.id ?? '', strength: 0.5 });
    },
    'listening.limitedPreview': async () => {
      const { takes } = await listening.takes({ jobId });
      const asked = { takeId: takes.at(-1)?.id ?? '', settings: { strength: 1, loudness: -9 } };
      return allOf(listening.limitedPreview(asked));
    },
    'listening.part': async () => {
      const { takes } = await listening.takes({ jobId });
      const asked = { jobId, take: takes.at(-1)?.id ?? '', isRemoved: true, passage: null, format: 'flac' as const };
      return allOf(listening.part(asked));
    },
    'listening.save': async () => {
      const { takes } = await listening.takes({ jobId });
      return allOf(listening.save({ takeId: takes.at(-1)?.id ?? '' }));
    },
    'sources.movedAway': () => sources.movedAway(),
    'sources.takeBack': () => sources.takeBack(),
    'sources.missing': () => sources.missing({ jobIds }),
    'sources.find': () => allOf(sources.find({ jobId, paths: [source] })),
    'verdicts.ofJob': () => verdicts.ofJob({ jobId }),
    'verdicts.give': async () => verdicts.give({ ...(await someTakes()), kind: 'better', listener: 'Ada' }),
    'verdicts.keepOutput': async () =>
      verdicts.keepOutput({ jobId, take: (await someTakes()).take, others: 'leave', listener: '' }),
    'verdicts.setNote': () => verdicts.setNote({ jobId, note: 'Traffic', tags: ['outdoors'] }),
    'verdicts.setTag': () => verdicts.setTag({ jobIds, tag: 'outdoors', isOn: true }),
    'verdicts.withdraw': () => verdicts.withdraw({ jobId, id: 1 }),
    'verdicts.startTest': async () => {
      const { take, over } = await someTakes();
      const rest = { seed: '0'.repeat(32), trials: 2, listener: 'Ada', passage: null };
      return verdicts.startTest({ jobId, kind: 'abx', first: take, second: over, ...rest });
    },
    'verdicts.answer': () => verdicts.answer({ testId: 'none', trial: 0, side: 'a' }),
    'connections.list': () => connections.list(),
    'connections.add': () => connections.add({ ...details, prices, name: 'Other', key: SECRETS.key }),
    'connections.setKey': () => connections.setKey({ connectionId, key: SECRETS.key, keep: 'memory' }),
    'connections.update': () => connections.update({ connectionId, name: 'Vendor' }),
    'connections.choose': () => connections.choose({ connectionId }),
    'connections.liftHold': () => connections.liftHold({ connectionId }),
    'connections.openBilling': () => connections.openBilling({ connectionId }),
    'connections.test': () => connections.test({ connectionId }),
    'webhooks.list': () => webhooks.list({ connectionId }),
    'webhooks.setReceiver': () => webhooks.setReceiver({ on: false, publicAddress: 'https://hooks.example/cleartake' }),
    'webhooks.setSigning': () => webhooks.setSigning({ connectionId, signing: SECRETS.webhookSecret, keep: 'memory' }),
    'webhooks.configure': () =>
      webhooks.configure({
        ...{ connectionId, mode: 'live', url: 'https://hooks.example/one' },
        eventTypes: ['generation.completed'],
      }),
    'webhooks.test': () => webhooks.test({ connectionId, mode: 'test', eventType: 'generation.completed' }),
    'webhooks.deliveries': () => webhooks.deliveries({ connectionId }),
    'webhooks.messages': () => webhooks.messages({ connectionId }),
    'webhooks.update': () => webhooks.update({ connectionId, endpointId: 'none', url: 'https://a.example/' }),
    'webhooks.remove': () => webhooks.remove({ connectionId, endpointId: 'none' }),
    'webhooks.rotateSecret': () => webhooks.rotateSecret({ connectionId, endpointId: 'none', immediately: true }),
    'webhooks.revealSecret': () => webhooks.revealSecret({ connectionId, endpointId: 'none' }),
    'webhooks.setEnabled': () => webhooks.setEnabled({ connectionId, endpointId: 'none', enabled: true }),
    'webhooks.resend': () => webhooks.resend({ connectionId, endpointId: 'none', messageId: 'none' }),
    'webhooks.recover': () => webhooks.recover({ connectionId, endpointId: 'none', since: '2026-11-22T09:00:00.000Z' }),
    'webhooks.receive': () => webhooks.receive({ connectionId }),
    'webhooks.receiver': () => webhooks.receiver(),
    'queue.list': () => queue.list({ offset: 0, limit: 100 }),
    'queue.quote': () => queue.quote({ jobIds }),
    'queue.paidRepeats': () => queue.paidRepeats({ action: 'retry', jobIds }),
    'queue.quotePaths': () => queue.quotePaths({ paths: [source], preset }),
    'queue.agree': () => queue.agree({ jobIds }),
    'queue.setBatchCap': () => queue.setBatchCap({ jobId, maxCost: null }),
    'connections.setCaps': () => connections.setCaps({ connectionId, caps: NO_CAPS }),
    'queue.pauseAll': () => queue.pauseAll(),
    'queue.addTyped': () => queue.addTyped({ text: `${source}`, start: false }),
    'queue.add': () => queue.add({ paths: [source], preset, start: false, connectionId }),
    'queue.addSamples': () => queue.addSamples({ preset, start: false }),
    'queue.start': () => queue.start({ jobIds }),
    'queue.change': () => queue.change({ jobIds, changes: { strength: 0.5 } }),
    'queue.moveToConnection': () => queue.moveToConnection({ jobIds, connectionId }),
    'presets.list': () => presets.list(),
    'presets.watch': () => firstOf(presets.watch()),
    'presets.save': () => presets.save({ id: 'own', name: 'Own', settings: settingsOf(preset) }),
    'presets.choose': () => presets.choose({ id: 'own' }),
    'presets.setDefault': () => presets.setDefault({ id: 'own' }),
    'presets.import': () => presets.import({ text: '{}' }),
    'presets.remove': () => presets.remove({ id: 'own' }),
    'queue.pause': () => queue.pause({ jobIds }),
    'queue.resume': () => queue.resume({ jobIds }),
    'queue.retry': () => queue.retry({ jobIds }),
    'queue.downloadAgain': () => queue.downloadAgain({ jobIds }),
    'queue.move': () => queue.move({ jobIds, before: null }),
    'queue.accept': () => queue.accept({ jobIds }),
    'queue.redo': () => queue.redo({ jobId, maxCost: null }),
    'queue.arrange': () => queue.arrange({ jobIds }),
    'queue.prioritize': () => queue.prioritize({ jobIds, priority: 'high' }),
    'queue.answer': () => queue.answer({ jobId, answer: 'check-again' }),
    'queue.quoteRepair': () => queue.quoteRepair({ jobIds }),
    'queue.repair': () => queue.repair({ jobIds }),
    'queue.tracks': () => queue.tracks({ jobId }),
    'queue.chooseTracks': () => queue.chooseTracks({ jobId, numbers: [1] }),
    'queue.splitChannels': () => queue.splitChannels({ jobId }),
    'queue.joinChannels': () => queue.joinChannels({ jobId }),
    'queue.join': () => queue.join({ jobIds: [jobId, 'nobody'] }),
    'queue.split': () => queue.split({ jobId }),
    'queue.quoteExcerpt': () => queue.quoteExcerpt({ jobId, connectionId, models: ['service-2'] }),
    'queue.tryExcerpt': () => queue.tryExcerpt({ jobId, connectionId, models: ['service-2'], maxCost: null }),
    'queue.keep': () => queue.keep({ jobIds }),
    'queue.quoteSending': () => queue.quoteSending({ jobIds, connectionId }),
    'queue.quoteAgain': () => queue.quoteAgain({ jobIds }),
    'queue.restoreAgain': () => queue.restoreAgain({ jobIds, maxCost: null }),
    'queue.send': () => queue.send({ jobIds, connectionId }),
    'queue.addModel': () => queue.addModel({ jobId, model: 'service-3.5' }),
    'queue.cancel': () => queue.cancel({ jobIds }),
    'queue.remove': () => queue.remove({ jobIds }),
    'queue.restore': () => queue.restore({ jobIds }),
    'queue.clearFinished': () => queue.clearFinished(),
    'queue.dismissSummary': () => queue.dismissSummary(),
    'rehearsal.change': () => rehearsal.change({ connectionId, change: { latencyMs: 1 } }),
    'rehearsal.read': () => rehearsal.read({ connectionId }),
    'watchFolders.list': () => watchFolders.list(),
    'watchFolders.watch': () => firstOf(watchFolders.watch()),
    'watchFolders.checkFolder': () => watchFolders.checkFolder({ path: WATCHED.path }),
    'watchFolders.make': () => watchFolders.make({ path: path.join(out, 'incoming') }),
    'watchFolders.save': () => watchFolders.save(WATCHED),
    'watchFolders.setEnabled': () => watchFolders.setEnabled({ path: WATCHED.path, enabled: false }),
    'watchFolders.remove': () => watchFolders.remove({ path: WATCHED.path }),
    'queue.resumeAll': () => queue.resumeAll(),
    'connections.remove': () => connections.remove({ connectionId }),
  };
}

/** The first event of a call that goes on announcing. */
async function firstOf<Event>(opening: Promise<AsyncIteratorObject<Event, unknown, void>>): Promise<unknown> {
  const events = await opening;
  const first = await events.next();
  await events.return?.(undefined);
  return first;
}

/** All events of a call that comes to an end. */
async function allOf<Event>(opening: Promise<AsyncIteratorObject<Event, unknown, void>>): Promise<readonly Event[]> {
  const events: Event[] = [];
  for await (const event of await opening) events.push(event);
  return events;
}
