/** The diagnostics file: what helps to find a fault, and nothing that is secret. One text, shown before it is saved. */

import { statSync } from 'node:fs';
import path from 'node:path';
import { exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { type Preferences, preferencesFrom } from '../../../../shared/domain/preferences.ts';
import { findDamage, type RawDatabase } from '../../../platform/sqlite.ts';
import { adminVaultName, vaultName } from '../../connections/key-origin.ts';
import { PROXY_PASSWORD } from '../../connections/network-choice.ts';
import { rememberedPreset } from '../../library/presets/chosen-preset.ts';
import { presetsIn } from '../../library/presets/presets.ts';
import type { DeskSettings, SystemFacts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { ConnectionRow } from '../../store/schema.ts';
import { readNotices } from '../../store/tables/preferences.ts';
import type { Vault } from '../../vault/vault.ts';
import { readLogTail } from './log-tail.ts';
import { createScrub } from './scrub.ts';

const LOG_ENTRIES = 300;
/** The latest; older ones are no longer in the log. */
const HIDDEN_NAMES = 20_000;

export interface DiagnosticsSources {
  readonly settings: Pick<DeskSettings, 'version' | 'host' | 'dataDirectory'>;
  readonly facts: SystemFacts;
  /** Null where the data folder was never used. */
  readonly store: Store | null;
  readonly vault: Pick<Vault, 'kind' | 'get'>;
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** Whether the person wants names of recordings and folders in it. */
  readonly names: boolean;
}

/** `cleartake-diagnostics-2026-11-23.json`. */
export function diagnosticsName(now: number): string {
  return `cleartake-diagnostics-${new Date(now).toISOString().slice(0, 10)}.json`;
}

/** @returns JSON */
export async function makeDiagnostics(sources: DiagnosticsSources): Promise<string> {
  const { facts, names, now, settings, store } = sources;
  const { computer, home, user, ...system } = facts;
  const scrub = createScrub({
    secrets: await secretsOf(sources),
    ...{ home, user, computer },
    names: names ? null : hiddenNames(store),
  });
  const log = readLogTail(settings.dataDirectory, LOG_ENTRIES, scrub);
  const report = {
    format: 'cleartake-diagnostics',
    madeAt: new Date(now).toISOString(),
    containsNames: names,
    program: { version: settings.version, host: settings.host },
    system,
    store: reportStore(path.join(settings.dataDirectory, 'cleartake.sqlite')),
    ...(store === null ? {} : partsOf(store, sources, scrub)),
    crashes: log.crashes,
    log: log.entries,
    unreadableLogLines: log.unreadable,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function partsOf(store: Store, { names, vault }: DiagnosticsSources, scrub: (text: string) => string) {
  const read = preferencesFrom(store.settings.get('preferences'));
  const preset = rememberedPreset(store);
  const { presets } = presetsIn(store);
  return {
    settings: { ...withoutNetworkNames(read.preferences), version: read.version, damaged: read.damaged },
    newRecordings: {
      models: preset.models,
      ...exportSettingsOf(preset),
      place: preset.output.kind,
      ...(names ? { nameTemplate: scrub(preset.namingTemplate) } : {}),
    },
    presets: presets.length,
    ...(names ? { presetNames: presets.map(({ name }) => scrub(name)) } : {}),
    keysKeptIn: vault.kind,
    connections: store.connections.list().map((row) => connectionFacts(row, names, scrub)),
    notices: readNotices(store).map(({ kind, at }) => ({ kind, at: new Date(at).toISOString() })),
    ...(names ? { recordings: recordingNames(store).map(scrub) } : {}),
  };
}

/** Whether they are set, as they name an account and places of a company. */
function withoutNetworkNames(preferences: Preferences) {
  const { certificateFile, proxyExceptions, proxyUser, putAwayFolder, ...rest } = preferences;
  return {
    ...rest,
    certificateFile: certificateFile !== '',
    proxyExceptions: proxyExceptions !== '',
    proxyUser: proxyUser !== '',
    putAwayFolder: putAwayFolder !== '',
  };
}

/** No key, no query, no account in its address. */
function connectionFacts(row: ConnectionRow, names: boolean, scrub: (text: string) => string) {
  const { baseUrl, caps, headerStyle, kind, name, parked, prices } = row;
  const origin = baseUrl === null ? null : (URL.parse(baseUrl)?.origin ?? null);
  return {
    kind,
    ...(names ? { name: scrub(name) } : {}),
    origin: origin === null ? null : scrub(origin),
    ...{ headerStyle, prices, caps },
    stoppedBy: parked?.code ?? null,
  };
}

/** Keys that can be read now. What can't be read now isn't in a text of this computer either. */
async function secretsOf({ store, vault }: DiagnosticsSources): Promise<string[]> {
  const rows = (store?.connections.list() ?? []).filter(({ kind }) => kind === 'remote');
  const names = [PROXY_PASSWORD, ...rows.flatMap(({ id }) => [vaultName(id), adminVaultName(id)])];
  const keys = await Promise.all(names.map((name) => vault.get(name).catch(() => null)));
  return keys.filter((key) => key !== null);
}

function recordingNames(store: Store): string[] {
  return store.recordings.latest(HIDDEN_NAMES).map(({ name }) => name);
}

/** Names with and without their extension, folders, and the names that the person gave. */
function hiddenNames(store: Store | null): string[] {
  if (store === null) return [];
  const ofRecordings = store.recordings.latest(HIDDEN_NAMES).flatMap(({ folder, name, path: file }) => {
    return [file, name, path.parse(name).name, ...folder.split(/[\\/]/)];
  });
  const ofConnections = store.connections.list().flatMap(({ kind, name }) => (kind === 'built-in' ? [] : [name]));
  const ofPresets = presetsIn(store).presets.flatMap(({ builtIn, name }) => (builtIn ? [] : [name]));
  return [...ofRecordings, ...ofConnections, ...ofPresets];
}

interface StoreReport {
  readonly bytes: number;
  readonly integrity: string;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Jobs by state, and failed ones by the code of their error. */
  readonly jobs: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
}

/** @returns null when there is no store yet */
function reportStore(database: string): StoreReport | null {
  const bytes = statSync(database, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return null;
  let counts: Omit<StoreReport, 'bytes' | 'integrity'> = { rows: {}, jobs: {}, failures: {} };
  const damage = findDamage(database, (raw) => {
    counts = countIn(raw);
    return null;
  });
  return { bytes, integrity: damage === null ? 'ok' : 'damaged', ...counts };
}

function countIn(raw: RawDatabase): Omit<StoreReport, 'bytes' | 'integrity'> {
  const tables = raw.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'").pluck();
  const rows = (tables.all() as string[]).map((table): [string, number] => [
    table,
    Number(
      raw
        .prepare(`select count(*) from "${table.replaceAll('"', '""')}"`)
        .pluck()
        .get(),
    ),
  ]);
  const grouped = (sql: string) => wordsOnly(raw.prepare(sql).raw().all() as [unknown, number][]);
  return {
    rows: wordsOnly(rows),
    jobs: grouped('select state_kind, count(*) from job where removed_at is null group by 1'),
    failures: grouped("select state ->> '$.code', count(*) from job where state_kind = 'failed' group by 1"),
  };
}

/** A table or code that isn't a word of ours is counted without its name. */
function wordsOnly(counted: readonly [unknown, number][]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, count] of counted) {
    const word = typeof name === 'string' && /^[A-Za-z_-]{1,40}$/.test(name) ? name : 'other';
    found[word] = (found[word] ?? 0) + count;
  }
  return found;
}
