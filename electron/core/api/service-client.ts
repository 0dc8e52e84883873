/** The typed client of a restoration service, for one connection (service specification, "Endpoints"). */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import {
  type CreatedProject,
  type ListedGeneration,
  type ReadProgress,
  readCreatedProject,
  readDownload,
  readError,
  readListedGenerations,
  readProgress,
} from '../../../shared/service-api/answers.ts';
import {
  authenticationHeader,
  type EndpointPaths,
  type HeaderStyle,
  LOCAL_PATHS,
} from '../../../shared/service-api/routes.ts';
import { type Answer, answerError, withoutSecrets } from './failures.ts';
import { type Http, type JsonCall, postJson, postJsonOnce } from './http.ts';

/** Total time for an ordinary call and for a start, in milliseconds. */
const CALL_DEADLINE_MS = 60_000;

/** Where and as whom to call. The key is sent to the base URL's origin alone. */
export interface ServiceAccess {
  readonly baseUrl: URL;
  readonly key: string;
  readonly headerStyle: HeaderStyle;
  readonly paths: EndpointPaths;
}

export interface StartRequest {
  readonly apiProjectId: string;
  readonly sampling?: { readonly preset: string };
  readonly params: Readonly<Record<string, unknown>>;
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** Every function but `startOnce` may be repeated, and throws CleartakeError. */
export function createServiceClient(http: Http, access: ServiceAccess) {
  const [headerName, headerValue] = authenticationHeader(access.headerStyle, access.key);

  function callTo(path: string, body: unknown, signal?: AbortSignal): JsonCall {
    return {
      // Put together as text: a path that begins with two slashes would otherwise name another host.
      url: new URL(`${access.baseUrl.origin}${access.baseUrl.pathname.replace(/\/+$/, '')}${path}`),
      headers: { [headerName]: headerValue },
      body,
      deadlineMs: CALL_DEADLINE_MS,
      ...(signal === undefined ? {} : { signal }),
    };
  }

  async function call<Result>(
    path: string,
    body: unknown,
    read: (body: unknown) => Result | null,
    signal?: AbortSignal,
  ): Promise<Result> {
    const answer = withCleanError(await postJson(http, callTo(path, body, signal)));
    if (answer.status < 200 || answer.status > 299) throw answerError(answer);
    const result = read(answer.body);
    if (result === null)
      throw new CleartakeError('serviceAnswerUnreadable', { detail: `${path} lacks what it must have` });
    return result;
  }

  /** An error answer whose words hold no secret, since they are kept and shown. */
  function withCleanError(answer: Answer): Answer {
    if (answer.status >= 200 && answer.status <= 299) return answer;
    const { message, code } = readError(answer.body);
    if (message === '') return answer;
    return { ...answer, body: { error: withoutSecrets(message, access.key), code: withoutSecrets(code, access.key) } };
  }

  return {
    baseUrl: access.baseUrl,

    createProject(
      project: {
        readonly originalFileName: string;
        readonly contentType: string;
        readonly params: Readonly<Record<string, unknown>>;
      },
      signal?: AbortSignal,
    ): Promise<CreatedProject> {
      return call(access.paths.createProject, project, readCreatedProject, signal);
    },

    /**
     * Sends one start, once, on a connection of its own. Does not throw CleartakeErrors for answers: the start protocol classifies
     * what came back, and everything that is thrown.
     */
    async startOnce(model: ModelId, start: StartRequest): Promise<Answer> {
      const dispatcher = http.network.single();
      try {
        return withCleanError(
          await postJsonOnce(http, { ...callTo(access.paths.startGeneration[model], start), dispatcher }),
        );
      } finally {
        await dispatcher.destroy();
      }
    },

    async progress(apiProjectId: string, generationId: string, signal?: AbortSignal): Promise<ReadProgress> {
      const read = await call(access.paths.generationProgress, { generationId, apiProjectId }, readProgress, signal);
      return { ...read, error: read.error === null ? null : withoutSecrets(read.error, access.key) };
    },

    /** A signed address that expires after about two hours. */
    async downloadUrl(
      apiProjectId: string,
      generationId: string,
      downloadType: string,
      signal?: AbortSignal,
    ): Promise<string> {
      const body = { generationId, apiProjectId, downloadType };
      return (await call(access.paths.generationDownload, body, readDownload, signal)).downloadUrl;
    },

    async listGenerations(apiProjectId: string, signal?: AbortSignal): Promise<readonly ListedGeneration[]> {
      return (await call(access.paths.listGenerations, { apiProjectId }, readListedGenerations, signal)).generations;
    },

    /**
     * Has the built-in service drop a generation. Never call it on another connection: the specification knows no such thing.
     * @throws CleartakeError notCompleteYet when the generation is over already, projectUnknown when the service does not know it
     */
    async cancelGeneration(apiProjectId: string, generationId: string): Promise<void> {
      const body = { generationId, apiProjectId };
      await call(LOCAL_PATHS.cancelGeneration, body, (answer) => (answer === null ? null : true));
    },

    /** The cheapest call there is: whether the address and the key are right. */
    async test(signal?: AbortSignal): Promise<void> {
      await call(access.paths.listProjects, {}, (body) => (body === null ? null : true), signal);
    },
  };
}
