/** A small real implementation of the contract: state in memory, progress by ticks. Runs in Node and in a page alike. */

import { implement, type Router } from '@orpc/server';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { type Contract, contract } from '../../../shared/contract/index.ts';
import type { BlindTestView } from '../../../shared/contract/listening/verdicts.ts';
import type { OwnModelView } from '../../../shared/contract/models.ts';
import type { AddingView } from '../../../shared/contract/queue/adding.ts';
import type { PaidRepeatsView, RepeatRequest } from '../../../shared/contract/queue/paid-repeats.ts';
import type { Notice } from '../../../shared/contract/system.ts';
import type { JobView, RunSummary, SpendingView } from '../../../shared/contract/views.ts';
import type { WatchFolderView } from '../../../shared/contract/watch-folders.ts';
import type { BatchNotice } from '../../../shared/domain/batch/batch-notice.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import type { ErrorCode } from '../../../shared/domain/error-messages/table.ts';
import { isWorkingStage } from '../../../shared/domain/job-state.ts';
import type { Preferences } from '../../../shared/domain/preferences.ts';
import type { UpdateState } from '../../../shared/domain/updates.ts';
import { addingHandlers } from './adding-handlers.ts';
import { careHandlers } from './care-handlers.ts';
import { connectionHandlers } from './connection-handlers.ts';
import { costHandlers, type FakeCosts } from './cost-handlers.ts';
import { makeJob } from './fake-jobs.ts';
import { type FakeDeskOptions, type FakeState, makeState, SAMPLES } from './fake-state.ts';
import { historyHandlers } from './history-handlers.ts';
import { keyHandlers } from './key-handlers.ts';
import { listeningHandlers } from './listening-handlers.ts';
import { modelHandlers } from './model-handlers.ts';
import { outputHandlers } from './output-handlers.ts';
import { portalHandlers } from './portal-handlers.ts';
import { presetHandlers } from './preset-handlers.ts';
import { queueHandlers } from './queue-handlers.ts';
import { refuse } from './refuse.ts';
import { rehearsalHandlers } from './rehearsal-handlers.ts';
import { sourceHandlers } from './source-handlers.ts';
import { tableHandlers } from './table-handlers.ts';
import { verdictHandlers } from './verdict-handlers.ts';
import { type WatchFolderPart, watchFolderHandlers } from './watch-folder-handlers.ts';
import { type FakeWebhooks, webhookHandlers } from './webhook-handlers.ts';

export interface FakeDesk {
  readonly router: Router<Contract, Record<never, never>>;
  readonly jobs: ReadonlyMap<string, JobView>;
  /** Puts jobs as they are, as a store with a past would hold them. */
  seed(parts: readonly (Partial<JobView> & Pick<JobView, 'name'>)[]): void;
  /** Changes one job and tells everybody. */
  change(jobId: string, change: (job: JobView) => JobView): void;
  /** As another window does it. */
  remove(jobIds: readonly string[]): void;
  /** Lets time pass. */
  tick(seconds: number): void;
  addConnection(connection: ConnectionView): void;
  /** Billing or a key stops a connection, or with null lets it go on: its recordings wait, or do not. */
  park(connectionId: string, code: ErrorCode | null): void;
  readonly webhooks: FakeWebhooks;
  addNotice(notice: Notice): void;
  keepKeysIn(vault: FakeState['vault']): void;
  /** As after a start on a folder in which everything was paused: nothing is at work. */
  restartPaused(): void;
  /** The next call that changes the order is refused. */
  refuseNextMove(): void;
  /** Reads of the history are refused, or not anymore. */
  failHistory(fails: boolean): void;
  readonly answers: FakeState['answers'];
  answerTests(answer: NonNullable<FakeState['testAnswer']>): void;
  readonly redone: FakeState['redone'];
  readonly keysKeptIn: FakeState['keysKeptIn'];
  readonly connections: FakeState['connections'];
  readonly accountKeys: FakeState['accountKeys'];
  readonly portal: FakeState['portal'];
  readonly billingOpened: FakeState['billingOpened'];
  readonly preferences: Preferences;
  readonly network: FakeState['network'];
  prefer(changes: Partial<Preferences>): void;
  /** As the desk remembers it. */
  readonly preset: BatchPreset;
  rememberPreset(preset: BatchPreset): void;
  /** What started jobs were started with; the present settings otherwise. */
  startWith(preset: BatchPreset): void;
  readonly presets: FakeState['presets'];
  readonly notices: readonly Notice[];
  /** Takes whose outputs were saved. */
  readonly saved: readonly string[];
  /** What Save as… was asked for, and what it answers. */
  readonly outputs: FakeState['outputs'];
  /** Results of the same content that other jobs have. */
  readonly others: FakeState['others'];
  /** How outputs were delivered, by take of the result; and the delivered takes that can be played. */
  readonly deliveries: FakeState['deliveries'];
  readonly prepared: FakeState['prepared'];
  /** What previews answer, and what was asked. */
  readonly previews: FakeState['previews'];
  /** By id, in the order in which they were started. */
  blindTests(): ReadonlyMap<string, BlindTestView>;
  saveAs(saving: FakeState['saving']): void;
  finishSaving(): void;
  /** So many of the generations that wait for Start have a result already. */
  setReusable(count: number): void;
  /** A row that waits for Start has the same content as another one. */
  setTwin(jobId: string, of: string): void;
  /** What it says would be paid for again. */
  repeat(answer: (request: RepeatRequest) => PaidRepeatsView): void;
  /** So many of the next recordings that are added were restored before. */
  setKnown(count: number): void;
  /** Leaves out one revision, as a lost event would. */
  skipRevision(): void;
  /** How often the whole queue was asked for from its beginning. */
  readonly listings: number;
  readonly reconciled: FakeState['reconciled'];
  /** Of each page of the ledger that was asked for. */
  readonly ledgerFilters: FakeState['ledgerFilters'];
  /** What Costs shows. */
  putCosts(costs: FakeCosts): void;
  putModels(models: readonly OwnModelView[]): void;
  /** What was spent over connections with caps. */
  spend(spending: readonly SpendingView[]): void;
  /** The summary of a batch that is over. */
  endRun(summary: RunSummary): void;
  /** As if a batch had ended, or needed the person. */
  tellBatch(notice: BatchNotice): void;
  /** How many clients watch for that. */
  batchWatchers(): number;
  /** As if recordings were being added, or, with null, no more. */
  tellAdding(adding: AddingView | null): void;
  /** How often adding was stopped. */
  readonly addingStopped: number;
  /** A watch folder, new or changed. */
  putWatchFolder(part: WatchFolderPart): void;
  /** Paths at which there is no folder. */
  readonly missingFolders: Set<string>;
  /** Undefined when it isn't watched. */
  watchFolder(path: string): WatchFolderView | undefined;
  /** What is known of newer versions. */
  tellUpdate(state: UpdateState): void;
  readonly updateCalls: FakeState['updateCalls'];
  /** What the data folder holds, and what was removed. */
  readonly care: FakeState['care'];
  readonly sources: FakeState['sources'];
  readonly sent: FakeState['sent'];
  readonly again: FakeState['again'];
  /** What is answered when results are downloaded again; the other recordings are downloading. */
  readonly downloads: FakeState['downloads'];
  readonly tried: FakeState['tried'];
  /** Parts of comparisons that were exported. */
  readonly clipping: FakeState['clipping'];
  readonly parts: FakeState['parts'];
  readonly slowParts: FakeState['slowParts'];
  readonly tables: FakeState['tables'];
  /** How many clients watch the queue. */
  watchers(): number;
}

export function createFakeDesk(options: FakeDeskOptions = { now: () => Date.now() }): FakeDesk {
  const fake = makeState(options);
  return {
    router: makeRouter(fake),
    jobs: fake.jobs,
    seed(parts) {
      const added = parts.map((part) => makeJob(fake.jobs.size + 1, part, options.now()));
      for (const job of added) fake.jobs.set(job.id, { ...job, position: fake.nextPosition() });
      fake.announce([...fake.jobs.values()].slice(-added.length));
    },
    change: (jobId, change) => fake.update([jobId], change),
    remove: fake.remove,
    tick: (seconds) => fake.tick(seconds),
    addConnection(connection) {
      if (connection.chosen) fake.connections = fake.connections.map((each) => ({ ...each, chosen: false }));
      fake.connections.push({ ...connection });
    },
    setKnown: (count) => {
      fake.known = count;
    },
    setReusable: (count) => {
      fake.reusable = count;
    },
    setTwin: (jobId, of) => {
      fake.twins.set(jobId, of);
    },
    repeat(answer) {
      fake.paidRepeats = answer;
    },
    park: fake.park,
    addNotice: (notice) => {
      fake.notices.push(notice);
    },
    keepKeysIn: (vault) => {
      fake.vault = vault;
    },
    restartPaused() {
      fake.paused = true;
      fake.resting = true;
      fake.announce([]);
    },
    refuseNextMove: () => {
      fake.refusesMove = true;
    },
    failHistory: (fails) => {
      fake.historyFails = fails;
    },
    answers: fake.answers,
    answerTests: (answer) => {
      fake.testAnswer = answer;
    },
    redone: fake.redone,
    keysKeptIn: fake.keysKeptIn,
    get connections() {
      return fake.connections;
    },
    accountKeys: fake.accountKeys,
    portal: fake.portal,
    billingOpened: fake.billingOpened,
    get network() {
      return fake.network;
    },
    get preferences() {
      return fake.preferences;
    },
    get preset() {
      return fake.preset;
    },
    prefer: (changes) => {
      fake.preferences = { ...fake.preferences, ...changes };
    },
    rememberPreset: (preset) => fake.presets.edit(preset),
    startWith: (preset) => {
      fake.startedWith = preset;
    },
    presets: fake.presets,
    get notices() {
      return fake.notices;
    },
    saved: fake.saved,
    previews: fake.previews,
    others: fake.others,
    deliveries: fake.deliveries,
    prepared: fake.prepared,
    outputs: fake.outputs,
    blindTests: () => fake.opinions.tests,
    saveAs: (saving) => {
      fake.saving = saving;
    },
    finishSaving: () => fake.finished.resolve(),
    skipRevision: () => {
      fake.revision += 1;
    },
    get listings() {
      return fake.listings;
    },
    putWatchFolder: fake.watchFolders.put,
    missingFolders: fake.watchFolders.missing,
    watchFolder: (path) => fake.watchFolders.folders.get(path),
    webhooks: fake.webhooks,
    watchers: () => fake.hub.subscribers(),
    tellAdding: (adding) => fake.addings.publish({ adding }),
    tellUpdate: (state) => {
      fake.updateState = state;
      fake.updates.publish({ state });
    },
    updateCalls: fake.updateCalls,
    care: fake.care,
    sources: fake.sources,
    sent: fake.sent,
    again: fake.again,
    downloads: fake.downloads,
    tried: fake.tried,
    clipping: fake.clipping,
    parts: fake.parts,
    slowParts: fake.slowParts,
    tables: fake.tables,
    get addingStopped() {
      return fake.addingStopped;
    },
    reconciled: fake.reconciled,
    ledgerFilters: fake.ledgerFilters,
    putModels: (models) => {
      fake.models = [...models];
    },
    putCosts: (costs) => {
      fake.costs = costs;
    },
    spend: (spending) => {
      fake.spending = [...spending];
      fake.announce([]);
    },
    endRun: (summary) => {
      fake.lastRun = summary;
      fake.announce([]);
    },
    tellBatch: (notice) => fake.batches.publish({ notice }),
    batchWatchers: () => fake.batches.subscribers(),
  };
}

function makeRouter(fake: FakeState): FakeDesk['router'] {
  const os = implement(contract);
  return os.router({
    system: {
      info: os.system.info.handler(() => ({
        version: '0.1.0',
        host: 'browser' as const,
        platform: 'linux',
        dataDirectory: '/home/me/.local/share/Cleartake',
        filesHavePaths: false,
        samples: SAMPLES.length,
        endScript: '/home/me/.local/share/cleartake/when-queue-ends',
        afterProgram: '/home/me/.local/share/cleartake/after-recording',
        ...fake.options.info,
      })),
      watchBatches: os.system.watchBatches.handler(({ signal }) =>
        fake.batches.subscribe(() => ({ notice: null }), signal),
      ),
      preset: os.system.preset.handler(() => fake.preset),
      setPreset: os.system.setPreset.handler(({ input }) => {
        fake.presets.edit(input);
      }),
      preferences: os.system.preferences.handler(() => fake.preferences),
      setPreferences: os.system.setPreferences.handler(({ input }) => {
        fake.preferences = { ...fake.preferences, ...input };
        return fake.preferences;
      }),
      network: os.system.network.handler(() => fake.network),
      setProxyPassword: os.system.setProxyPassword.handler(({ input }) => {
        fake.network = { ...fake.network, hasPassword: input.password !== null };
        return fake.network;
      }),
      diagnostics: os.system.diagnostics.handler(({ input: { names } }) => ({
        fileName: 'cleartake-diagnostics-2026-11-23.json',
        text: `${JSON.stringify({ format: 'cleartake-diagnostics', containsNames: names, log: [] }, null, 2)}\n`,
      })),
      showDataFolder: os.system.showDataFolder.handler(() => ({ shown: fake.options.info?.host === 'desktop' })),
      notices: os.system.notices.handler(() => fake.notices),
      dismissNotice: os.system.dismissNotice.handler(({ input }) => {
        fake.notices = fake.notices.filter((one) => one.id !== input.id);
      }),
      reveal: os.system.reveal.handler(() => ({ shown: false })),
    },
    presets: presetHandlers(os, fake.presets),
    sources: sourceHandlers(os, fake),
    verdicts: verdictHandlers(os, fake),
    watchFolders: watchFolderHandlers(os, fake),
    webhooks: webhookHandlers(os, fake),
    queue: queueHandlers(os, fake),
    adding: addingHandlers(os, fake),
    listening: listeningHandlers(os, fake),
    outputs: outputHandlers(os, fake),
    history: historyHandlers(os, fake),
    costs: costHandlers(os, fake),
    tables: tableHandlers(os, fake),
    connections: connectionHandlers(os, fake),
    keys: keyHandlers(os, fake),
    models: modelHandlers(os, fake),
    portal: portalHandlers(os, fake),
    rehearsal: rehearsalHandlers(os, fake),
    care: careHandlers(os, fake),
    updates: {
      watch: os.updates.watch.handler(({ signal }) =>
        fake.updates.subscribe(() => ({ state: fake.updateState }), signal),
      ),
      check: os.updates.check.handler(() => void fake.updateCalls.push('check')),
      download: os.updates.download.handler(() => void fake.updateCalls.push('download')),
      restart: os.updates.restart.handler(() => {
        fake.updateCalls.push('restart');
        if ([...fake.jobs.values()].some((job) => isWorkingStage(job.state.kind))) throw refuse('updateWhileWorking');
      }),
    },
  });
}
