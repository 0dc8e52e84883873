/** Attempts over the contract: every call with a wrong input, calls that don't exist, and paths that nobody gave. */

import { isContractProcedure } from '@orpc/contract';
import { contract } from '../../../shared/contract/index.ts';

/** One call of the contract with an input, as plain data. */
export interface HostileCall {
  readonly name: string;
  readonly path: readonly string[];
  readonly input: unknown;
}

/** Every call of the contract that takes an input. */
function callsWithInput(): string[][] {
  return Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => isContractProcedure(call) && call['~orpc'].inputSchema !== undefined)
      .map(([name]) => [group, name]),
  );
}

/** The addresses of all calls below a path, as they would be over HTTP, which no host answers. */
export function callAddresses(base: string): string[] {
  return Object.entries(contract).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${base}/${group}/${name}`),
  );
}

/** No call takes a number, nor these values under the names of its fields. */
const WRONG = {
  ...{ jobIds: { length: 1 }, jobId: ['x'], generationId: {}, connectionId: 7, paths: 'everything', preset: null },
  ...{ offset: -1, limit: 1e9, search: {}, answer: 'yes', model: '../service-2', before: 0, priority: 'first' },
  ...{ name: '', baseUrl: 'file:///etc/passwd', headerStyle: 'none', prices: 1, key: '', keep: 'cookie', id: 7 },
  ...{ changes: 'all', settings: 1, text: 7 },
  ...{ models: [], output: '/', namingTemplate: '', uploadLimit: 'all', resendCeiling: -1 },
};

const NOT_THERE: readonly (readonly string[])[] = [
  ['system', 'constructor'],
  ['system', '__proto__', 'info'],
  ['queue', 'importer', 'add'],
  ['connections', 'client'],
  ['connections', 'getKey'],
  ['vault', 'get'],
  ['toString'],
  ['~orpc'],
];

const PRESET = {
  models: ['service-2'],
  downloadType: 'audio',
  output: { kind: 'library' },
  namingTemplate: '{name}',
};

/** Calls that are wrong in themselves. @param secretFile a file that the page was never given */
export function hostileCalls(secretFile: string): HostileCall[] {
  const wrong = callsWithInput().flatMap((path) => [
    { name: `${path.join('.')} with a number`, path, input: 7 },
    { name: `${path.join('.')} with wrong fields`, path, input: WRONG },
  ]);
  const absent = NOT_THERE.map((path) => ({ name: `${path.join('.')} is no call`, path, input: {} }));
  return [...wrong, ...absent, ...unknownJobs(secretFile)];
}

/** Additions of what nobody gave the page. @param secretFolder the folder of `secretFile` */
export function neverGiven(secretFile: string, secretFolder: string): HostileCall[] {
  const paths = [
    ...[secretFile, secretFolder, '/', '/etc', '/etc/passwd', '/proc/self/environ', '/dev/zero', '.', '..', '~'],
    ...[`${secretFolder}/./a/..`, `file://${secretFile}`, `${secretFile}\0.wav`, '\\\\elsewhere\\share\\a.wav'],
  ];
  return paths.map((path) => ({
    name: `queue.add of ${JSON.stringify(path)}`,
    path: ['queue', 'add'],
    input: { paths: [path], start: true },
  }));
}

function unknownJobs(secretFile: string): HostileCall[] {
  return ['../../etc/passwd', secretFile, 'original:/etc/passwd', '__proto__'].flatMap((jobId) => [
    { name: `takes of ${jobId}`, path: ['listening', 'takes'], input: { jobId } },
    { name: `reveal of ${jobId}`, path: ['system', 'reveal'], input: { jobId } },
  ]);
}

/** Outputs into a folder that nobody chose, through every call that takes a preset and acts on it. */
export function hostileOutputs(folder: string): HostileCall[] {
  const preset = { ...PRESET, output: { kind: 'folder', path: folder } };
  return [
    { name: 'addSamples into a folder', path: ['queue', 'addSamples'], input: { preset, start: true } },
    {
      name: 'change into a folder',
      path: ['queue', 'change'],
      input: { jobIds: ['none'], changes: { output: preset.output } },
    },
    {
      name: 'save a preset with a folder',
      path: ['presets', 'save'],
      input: {
        name: 'Elsewhere',
        settings: { models: PRESET.models, namingTemplate: '{name}', output: preset.output },
      },
    },
    { name: 'look at an export into a folder', path: ['care', 'checkExport'], input: { folder } },
    { name: 'look into a file to import', path: ['care', 'checkImport'], input: { file: `${folder}/desk.tar` } },
    { name: 'setPreset with a folder', path: ['system', 'setPreset'], input: preset },
    {
      name: 'setPreset with a template that leads elsewhere and a folder',
      path: ['system', 'setPreset'],
      input: { ...preset, namingTemplate: '../../{name}' },
    },
  ];
}

interface CallOutcome {
  readonly name: string;
  readonly outcome: string;
  /** Of the refusal. */
  readonly code: string | null;
}

/** Runs in the page. @returns for each call `refused` or what it answered */
export async function makeCalls(calls: readonly HostileCall[]): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  for (const { name, path, input } of calls) {
    try {
      let call = window.testDesk as unknown as Record<string, unknown>;
      for (const part of path) call = call[part] as typeof call;
      const answer = await (call as unknown as (input: unknown) => Promise<unknown>)(input);
      const isEmpty = JSON.stringify(answer) === '{"shown":false}';
      outcomes.push({ name, outcome: isEmpty ? 'refused' : `answered ${JSON.stringify(answer)}`, code: null });
    } catch (thrown) {
      const { data } = thrown as { readonly data?: { readonly code?: string } };
      outcomes.push({ name, outcome: 'refused', code: data?.code ?? null });
    }
  }
  return outcomes;
}
