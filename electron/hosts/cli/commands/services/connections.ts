/** `cleartake connections`: manages connections to services. Keys come from the environment or standard input, never from arguments. */

import { Argument, Option } from 'commander';
import type { ConnectionView } from '../../../../../shared/contract/connections.ts';
import type { DeskClient } from '../../../../../shared/contract/index.ts';
import type { ConnectionColor } from '../../../../../shared/domain/connections/marks.ts';
import { CONNECTION_COLORS } from '../../../../../shared/domain/connections/marks.ts';
import type { ServiceModelId } from '../../../../../shared/domain/models.ts';
import { type MicroUsd, NO_CAPS } from '../../../../../shared/domain/money.ts';
import type { GivenPaths, HeaderStyle } from '../../../../../shared/service-api/routes.ts';
import { HEADER_STYLES } from '../../../../../shared/service-api/routes.ts';
import { silentLog } from '../../../../platform/log.ts';
import { type CommandOptions, takeKeyFromEnvironment, withConnection, withDesk } from '../../access/access.ts';
import { readKeyFromInput } from '../../access/key-input.ts';
import { openForReading } from '../../access/open-store.ts';
import { EXIT, type ExitStatus, statusOfCode, UsageError } from '../../exit-status.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import {
  checkServiceAddress,
  parseColor,
  parseEndpointPath,
  parseLabel,
  parseModelPrice,
  parseUsdOrNone,
} from '../../syntax/parsers.ts';
import { connectionInWords } from './connections/connection-words.ts';

export function command(program: CliCommand): void {
  const connections = program.subcommand('connections', 'manage connections to services and their keys');
  const onDesk = (syntax: string, description: string) => connections.subcommand(syntax, description).onDesk();
  const withKey = (syntax: string, description: string) =>
    onDesk(syntax, `${description}; the key is read from CLEARTAKE_API_KEY or --key-stdin`)
      .option('--key-stdin', 'read the key from standard input')
      .addOption(
        new Option(
          '--store <place>',
          'where to keep the key if this computer has no secure key storage: in an unencrypted file only you can read',
        ).choices(['file']),
      );
  onDesk('list', 'list all connections').run(listConnections);
  const header = () => new Option('--header <style>', 'header that carries the key').choices(HEADER_STYLES);
  withDetails(
    withKey('add <name>', 'add a service').addArgument(
      new Argument('<url>', 'its address, the part before /v1').argParser(checkServiceAddress),
    ),
  )
    .addOption(header().default('bearer'))
    .examples(
      'cleartake connections add Studio https://restore.example.com --key-stdin < key',
      'cleartake connections add Studio https://restore.example.com \\\n--price service-2=0.0005 --price service-3.5=0.002',
    )
    .run(addConnection);
  withDetails(
    onDesk(
      'edit <connection>',
      'change a service; what you don’t name stays. At another host it needs its key again: set-key',
    ),
  )
    .option('--name <name>', 'its new name')
    .option('--url <url>', 'its new address, the part before /v1', checkServiceAddress)
    .addOption(header())
    .run(editConnection);
  withKey('set-key <name>', 'replace the key of a connection').run(setKey);
  onDesk('set-cap <name>', 'set the most that may be spent over a connection; recordings beyond it wait')
    .option('--day <usd>', 'daily cap, or none', parseUsdOrNone)
    .option('--month <usd>', 'monthly cap, or none', parseUsdOrNone)
    .examples('cleartake connections set-cap Studio --day 5 --month none')
    .run(setCapCommand);
  onDesk('lift-hold <name>', 'end the payment hold of the built-in service').run(liftHold);
  onDesk('remove <name>', 'delete a connection and its key').run(removeConnection);
  onDesk('choose <name>', 'use this connection for new recordings on the desk').run(chooseConnection);
  onDesk('test <name>', 'check address, key and paths with two harmless calls, which create nothing').run(
    testConnectionCommand,
  );
}

interface KeyOptions extends CommandOptions {
  readonly keyStdin?: boolean;
  readonly store?: 'memory' | 'file';
}

interface CapOptions extends CommandOptions {
  /** Micro-USD; null removes the cap. */
  readonly day?: MicroUsd | null;
  readonly month?: MicroUsd | null;
}

interface DetailOptions {
  readonly price?: Partial<Record<ServiceModelId, MicroUsd>>;
  /** Null removes it. */
  readonly billingPage?: string | null;
  readonly color?: ConnectionColor | null;
  readonly label?: string | null;
  /** Paths that the specification leaves open. */
  readonly createPath?: string;
  readonly listPath?: string;
}

interface AddOptions extends KeyOptions, DetailOptions {
  readonly header: HeaderStyle;
}

export interface EditOptions extends CommandOptions, DetailOptions {
  readonly name?: string;
  readonly url?: string;
  readonly header?: HeaderStyle;
}

const NO_PRICES: ConnectionView['prices'] = { 'service-2': null, 'service-3.5': null };

/** Needs no lock, so it works while the desk is open. */
export async function listConnections(options: CommandOptions): Promise<ExitStatus> {
  const [
    { nodeHostInfo },
    { openKeyringVault },
    { mayBeKeyFor, vaultName },
    { unusualPaths },
    { BUILT_IN_ID },
    rehearsals,
  ] = await Promise.all([
    import('../../../common/paths.ts'),
    import('../../../common/vault/keyring.ts'),
    import('../../../../core/connections/key-origin.ts'),
    import('../../../../core/connections/unusual-paths.ts'),
    import('../../../../core/connections/connections.ts'),
    import('../../../../core/connections/rehearsals.ts'),
  ]);
  const { dataDirectory } = nodeHostInfo('cli', options.dataDir);
  const vault = await openKeyringVault(silentLog, dataDirectory);
  const store = await openForReading(options.dataDir);
  try {
    const inUse = store?.jobs.connectionsInUse() ?? [];
    const isLeft = (id: string) => inUse.includes(id) || store?.openWork.isOver(id) === true;
    const rows = store?.connections.list().filter(({ id, kind }) => kind !== 'ad-hoc' || isLeft(id)) ?? [];
    const chosen = store?.settings.get('chosen-connection') ?? BUILT_IN_ID;
    for (const row of rows) {
      const { baseUrl, billingPage, color, headerStyle, id, label, name, parked, prices } = row;
      const kind: ConnectionView['kind'] = row.kind === 'built-in' ? row.kind : 'remote';
      const hasKey =
        kind === 'built-in' ||
        ((await vault.has(vaultName(id))) && (await mayBeKeyFor(vault, vaultName(id), { id, baseUrl })));
      const view: ConnectionView = {
        id,
        kind,
        name,
        baseUrl,
        headerStyle,
        prices,
        hasKey,
        parked,
        // Nothing was called by this command.
        isReached: null,
        chosen: chosen === id,
        caps: row.caps ?? NO_CAPS,
        billingPage,
        color,
        label,
        ...unusualPaths(row),
        // What services rehearse is known to the desk alone.
        rehearsal:
          kind === 'remote' || store === null ? 'none' : rehearsals.plannedRehearsal(store) === null ? 'off' : 'on',
      };
      report(options, { event: 'connection', ...view }, connectionInWords(view));
    }
    report(options, { event: 'vault', kind: vault.kind, sentence: vault.sentence }, vault.sentence);
    return EXIT.done;
  } finally {
    store?.close();
  }
}

export async function addConnection(name: string, baseUrl: string, options: AddOptions): Promise<ExitStatus> {
  const key = await keyFrom(options);
  return await withDesk(options, async ({ client }) => {
    const { connections } = await client.connections.list();
    if (connections.some((other) => other.name === name)) throw new UsageError(connectionExists(name));
    const prices = { ...NO_PRICES, ...options.price };
    const keep = await whereToKeep(client, options);
    const { billingPage = null, color = null, header: headerStyle, label = null } = options;
    const details = { name, baseUrl, headerStyle, prices, billingPage, color, label, ...pathsOf(options) };
    const added = await client.connections.add({ ...details, key, ...keep });
    report(options, { event: 'connection', ...added }, connectionInWords(added));
    return await reportVault(client, options);
  });
}

/** What isn't named stays as it is. At another origin the connection needs its key anew. */
export function editConnection(name: string, options: EditOptions): Promise<ExitStatus> {
  const { billingPage, color, header: headerStyle, label, name: newName, price, url: baseUrl } = options;
  const changes = { name: newName, baseUrl, headerStyle, billingPage, color, label, ...pathsOf(options) };
  if (Object.values({ ...changes, price }).every((value) => value === undefined))
    throw new UsageError(
      'Name what to change, for example --label studio. `cleartake connections edit --help` shows everything.',
    );
  return withConnection(name, options, async (present, { client }) => {
    const { connections } = await client.connections.list();
    // Prices of another service say nothing about this one.
    const prices = baseUrl === undefined || isSameOrigin(baseUrl, present.baseUrl) ? present.prices : NO_PRICES;
    if (newName !== undefined && connections.some(({ id, name: other }) => other === newName && id !== present.id))
      throw new UsageError(connectionExists(newName));
    const changed = await client.connections.update({
      connectionId: present.id,
      ...changes,
      ...(price === undefined ? {} : { prices: { ...prices, ...price } }),
    });
    return report(options, { event: 'connection', ...changed }, connectionInWords(changed));
  });
}

export async function setKey(name: string, options: KeyOptions): Promise<ExitStatus> {
  const key = await keyFrom(options);
  return await withConnection(name, options, async ({ id }, { client }) => {
    await client.connections.setKey({ connectionId: id, key, ...(await whereToKeep(client, options)) });
    return await reportVault(client, options);
  });
}

/** What isn't named stays as it is. */
function setCapCommand(name: string, options: CapOptions): Promise<ExitStatus> {
  if (options.day === undefined && options.month === undefined)
    throw new UsageError('Pass --day or --month with an amount in dollars, or none to remove that cap.');
  return withConnection(name, options, async ({ caps, id }, { client }) => {
    const { day = caps.day, month = caps.month } = options;
    const changed = await client.connections.setCaps({ connectionId: id, caps: { day, month } });
    return report(options, { event: 'connection', ...changed }, connectionInWords(changed));
  });
}

/** Only the built-in service's account can be released from here. */
export function liftHold(name: string, options: CommandOptions): Promise<ExitStatus> {
  return withConnection(name, options, async ({ id, kind }, { client }) => {
    if (kind !== 'built-in')
      throw new UsageError(
        'Only the built-in service’s account can be released here. Update the billing of other services at their own site.',
      );
    await client.connections.liftHold({ connectionId: id });
    return report(options, { event: 'lifted', id, name }, `The hold on ${name} is lifted.`);
  });
}

export function removeConnection(name: string, options: CommandOptions): Promise<ExitStatus> {
  return withConnection(name, options, async ({ id }, { client }) => {
    await client.connections.remove({ connectionId: id });
    return report(
      options,
      { event: 'removed', id, name },
      `${name} and its key were removed. Its history, results and costs stay.`,
    );
  });
}

export function chooseConnection(name: string, options: CommandOptions): Promise<ExitStatus> {
  return withConnection(name, options, async ({ id }, { client }) => {
    await client.connections.choose({ connectionId: id });
    return report(options, { event: 'chosen', id, name }, `New recordings on the desk now use ${name}.`);
  });
}

export function testConnectionCommand(name: string, options: CommandOptions): Promise<ExitStatus> {
  return withConnection(name, options, async ({ id }, { client }) => {
    const { code, ok, sentence } = await client.connections.test({ connectionId: id });
    report(options, { event: 'tested', id, name, ok, sentence, ...(code === undefined ? {} : { code }) }, sentence);
    return ok ? EXIT.done : statusOfCode(code);
  });
}

/** Those that are named. */
function pathsOf({ createPath, listPath }: DetailOptions): { readonly paths?: GivenPaths } {
  if (createPath === undefined && listPath === undefined) return {};
  return { paths: { createProject: createPath, listProjects: listPath } };
}

function isSameOrigin(one: string, other: string | null): boolean {
  return other !== null && URL.canParse(one) && new URL(one).origin === new URL(other).origin;
}

async function keyFrom({ keyStdin }: KeyOptions): Promise<string> {
  const environmentKey = takeKeyFromEnvironment();
  const key = keyStdin === true ? await readKeyFromInput() : environmentKey;
  if (key !== undefined && key !== '') return key;
  throw new UsageError(
    'Set the API key in the environment variable CLEARTAKE_API_KEY, or pass it on standard input with --key-stdin. Never put it in the command itself, where everybody on this computer can read it.',
  );
}

/** Memory ends with the command, so the key needs a lasting place; an unencrypted file is only used when the person asks for it. */
async function whereToKeep(client: DeskClient, options: KeyOptions): Promise<{ readonly keep?: 'file' }> {
  const { vault } = await client.connections.list();
  if (vault.kind === 'keychain') return {};
  if (options.store === 'file' || vault.kind === 'file') return { keep: 'file' };
  throw new UsageError(
    'This computer has no secure key storage, so the key would be lost when this command ends. Pass --store file to keep it in a file that only your account can read, unencrypted; or set CLEARTAKE_API_KEY for each `restore --base-url`.',
  );
}

async function reportVault(client: DeskClient, options: CommandOptions): Promise<ExitStatus> {
  const { vault } = await client.connections.list();
  return report(options, { event: 'vault', ...vault }, vault.sentence);
}

function connectionExists(name: string): string {
  return `There already is a connection called “${name}”. Choose another name, or remove that one.`;
}

function withDetails(connection: CliCommand): CliCommand {
  return connection
    .option('--price <model=usd>', 'its price per second; repeat for both models', parseModelPrice)
    .option('--billing-page <url>', 'where you update its billing')
    .option('--color <color>', `color that it is shown in: ${CONNECTION_COLORS.join(', ')}, or none`, parseColor)
    .option(
      '--label <label>',
      'short word that is shown beside its name, for example test; none removes it',
      parseLabel,
    )
    .option(
      '--create-path <path>',
      'path at which it creates projects, where that isn’t /v1/create_project',
      parseEndpointPath,
    )
    .option(
      '--list-path <path>',
      'path at which it lists projects, where that isn’t /v1/list_projects',
      parseEndpointPath,
    );
}
