/** The typed client of a restoration service, for one connection (service specification, "Endpoints"). */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isOwnModel, type ModelId } from '../../../shared/domain/models.ts';
import {
  type CreatedProject,
  type ListedGeneration,
  type ListedProject,
  type ReadProgress,
  readCreatedProject,
  readDownload,
  readListedGenerations,
  readListedProjects,
  readOfferedTypes,
  readProgress,
} from '../../../shared/service-api/answers.ts';
import {
  REHEARSAL_HEADER,
  type RehearsalChange,
  type RehearsalOffer,
  type RehearsalState,
  rehearsalState,
} from '../../../shared/service-api/rehearsal.ts';
import {
  authenticationHeader,
  type EndpointPaths,
  type HeaderStyle,
  LOCAL_PATHS,
} from '../../../shared/service-api/routes.ts';
import { createRedactor } from '../../platform/security/redaction.ts';
import { seal, unseal } from '../vault/vault.ts';
import { createAccountCaller, createAccountCalls } from './account-calls.ts';
import { addressOfCall } from './addresses.ts';
import { type Answer, answerError, creationError } from './failures.ts';
import { type Http, isPage, type JsonCall, postJson, postJsonOnce } from './http.ts';
import { wholeListing } from './listings.ts';
import { createPortal } from './portal.ts';

/** Deadlines of an ordinary call and of a start, in milliseconds. */
const CALL_DEADLINE_MS = 60_000;

/** Where to call, and with which key. The key is sent only to the base URL's origin. */
export interface ServiceAccess {
  readonly baseUrl: URL;
  readonly key: string;
  readonly headerStyle: HeaderStyle;
  readonly paths: EndpointPaths;
  /** Whether it restores with a person's own models: the built-in service alone. */
  readonly hasOwnModels?: boolean;
  /** Told with each answer what the service says of rehearsals. */
  readonly onRehearsal?: (offer: RehearsalOffer) => void;
  /** Told with each call whether the service answered. */
  readonly onReached?: (isReached: boolean) => void;
}

export interface StartRequest {
  readonly apiProjectId: string;
  readonly sampling?: { readonly preset: string };
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a service says when it is asked for a result. `offered`: types that it names instead of the refused one. */
export type ResultAnswer =
  | { readonly downloadUrl: string }
  | { readonly refusal: CleartakeError; readonly offered: readonly string[] };

/** Statuses with which services refuse a type: invalid, not found, not acceptable, unsupported. */
const OF_THE_TYPE: ReadonlySet<number> = new Set([400, 404, 406, 415, 422]);

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** Every function but `startOnce` and the changes of `account-calls.ts` may be repeated, and throws CleartakeError. */
export function createServiceClient(http: Http, access: ServiceAccess) {
  const [headerName, headerValue] = authenticationHeader(access.headerStyle, access.key);
  // A service may echo what it was sent, so secrets are removed from every text that is stored or shown.
  const { conceal, redact } = createRedactor();
  conceal(access.key);

  function callTo(path: string, body: unknown, signal?: AbortSignal): JsonCall {
    return {
      url: addressOfCall(access.baseUrl, path),
      headers: { [headerName]: headerValue },
      body,
      deadlineMs: CALL_DEADLINE_MS,
      onAnswer: (response) => {
        const offer = response.headers[REHEARSAL_HEADER];
        if (isPage(response)) return;
        access.onReached?.(true);
        access.onRehearsal?.(offer === 'on' || offer === 'off' ? offer : 'none');
      },
      onSilence: () => access.onReached?.(false),
      ...(signal === undefined ? {} : { signal }),
    };
  }

  async function call<Result>(
    path: string,
    body: unknown,
    read: (body: unknown) => Result | null,
    signal?: AbortSignal,
    refusal = answerError,
  ): Promise<Result> {
    return readAnswer(path, withCleanWords(await postJson(http, callTo(path, body, signal))), read, refusal);
  }

  function readAnswer<Result>(
    path: string,
    answer: Answer,
    read: (body: unknown) => Result | null,
    refusal = answerError,
  ): Result {
    if (answer.status < 200 || answer.status > 299) throw refusal(answer);
    const result = read(answer.body);
    if (result === null)
      throw new CleartakeError('serviceAnswerUnreadable', { detail: `${path} lacks what it must have` });
    return result;
  }

  /** An answer without secrets in its texts, since they are stored and shown. Ids and addresses stay as they are. */
  function withCleanWords(answer: Answer): Answer {
    return { ...answer, body: cleanWords(answer.body, redact, answer.status === 402) };
  }

  const account = createAccountCaller(http, { callTo, secret: access.key });

  return {
    ...createAccountCalls(http, { callTo, secret: access.key }),

    ...createPortal(http, { callTo, secret: access.key }),

    baseUrl: access.baseUrl,

    paths: access.paths,

    hasOwnModels: access.hasOwnModels === true,

    /** Encrypts a text with the connection's key, for the store; `salt` as in vault/sealing.ts. */
    seal: (salt: string, text: string): string => seal(access.key, salt, text),

    /** @returns null when it was not sealed with this key and salt */
    unseal: (salt: string, sealed: string): string | null => unseal(access.key, salt, sealed),

    createProject(
      project: {
        readonly originalFileName: string;
        readonly contentType: string;
        /** Absent when the name doesn't tell. */
        readonly fileFormat?: string;
        readonly params: Readonly<Record<string, unknown>>;
      },
      signal?: AbortSignal,
    ): Promise<CreatedProject> {
      const path = access.paths.createProject;
      return call(path, project, readCreatedProject, signal, (answer) => creationError(answer, path));
    },

    /**
     * Sends one start, once, on a connection of its own. Answers are returned, not thrown as CleartakeErrors: the start protocol classifies
     * them and everything that is thrown.
     * @param deadlineMs total time, in milliseconds
     */
    async startOnce(model: ModelId, start: StartRequest, deadlineMs = CALL_DEADLINE_MS): Promise<Answer> {
      const isOwn = isOwnModel(model);
      // Another service might start, and bill, the model of the path.
      if (isOwn && access.hasOwnModels !== true) throw new CleartakeError('ownModelElsewhere');
      const body = isOwn ? { ...start, model } : start;
      const dispatcher = http.network.single();
      try {
        return withCleanWords(
          await postJsonOnce(http, {
            ...callTo(access.paths.startGeneration[isOwn ? 'service-2' : model], body),
            deadlineMs,
            dispatcher,
          }),
        );
      } finally {
        await dispatcher.destroy();
      }
    },

    async progress(apiProjectId: string, generationId: string, signal?: AbortSignal): Promise<ReadProgress> {
      return await call(access.paths.generationProgress, { generationId, apiProjectId }, readProgress, signal);
    },

    /** A signed address that expires after about two hours; or that the service doesn't give the result in this type. */
    async askResult(
      apiProjectId: string,
      generationId: string,
      downloadType: string,
      signal?: AbortSignal,
    ): Promise<ResultAnswer> {
      const path = access.paths.generationDownload;
      const body = { generationId, apiProjectId, downloadType };
      const answer = withCleanWords(await postJson(http, callTo(path, body, signal)));
      const refusal = OF_THE_TYPE.has(answer.status) ? answerError(answer) : null;
      return refusal !== null && refusal.code !== 'serviceAnswerUnreadable'
        ? { refusal, offered: readOfferedTypes(answer.body) }
        : readAnswer(path, answer, readDownload);
    },

    async listGenerations(apiProjectId: string, signal?: AbortSignal): Promise<readonly ListedGeneration[]> {
      const ask = (page: object) =>
        call(access.paths.listGenerations, { apiProjectId, ...page }, readListedGenerations, signal);
      return wholeListing(ask, ({ generations }) => generations);
    },

    async listProjects(signal?: AbortSignal): Promise<readonly ListedProject[]> {
      const ask = (page: object) => call(access.paths.listProjects, page, readListedProjects, signal);
      return wholeListing(ask, ({ projects }) => projects);
    },

    /**
     * Cancels a generation at the built-in service. Never call it on another connection: the specification has no such call.
     * @throws CleartakeError notCompleteYet when the generation is already over, projectUnknown when the service does not know it
     */
    async cancelGeneration(apiProjectId: string, generationId: string): Promise<void> {
      const body = { generationId, apiProjectId };
      await call(LOCAL_PATHS.cancelGeneration, body, (answer) => (answer === null ? null : true));
    },

    /**
     * Deletes a project of the built-in service with its medium and outputs; its books stay. Never call it on another connection.
     * @throws CleartakeError while one of its generations is queued or processing; projectUnknown when there is no such project
     */
    async deleteProject(apiProjectId: string): Promise<void> {
      await call(LOCAL_PATHS.deleteProject, { apiProjectId }, (answer) => (answer === null ? null : true));
    },

    /**
     * Changes the given fields of what Cleartake's own service rehearses; without any it only reads. Sent once.
     * @throws CleartakeError notFound at a service that wasn't started for a rehearsal; accountChangeUncertain
     */
    rehearse(change: RehearsalChange): Promise<RehearsalState> {
      const read = (answer: unknown) => rehearsalState.safeParse(answer).data ?? null;
      return account.change('rehearse', LOCAL_PATHS.rehearsal, change, read);
    },

    /**
     * Whether there is a creation of projects that this key may use. It is asked with a list, which is JSON but no body of any call: so
     * nothing is created. @throws CleartakeError as createProject
     */
    async testCreation(signal?: AbortSignal): Promise<void> {
      const path = access.paths.createProject;
      const answer = withCleanWords(await postJson(http, callTo(path, [], signal)));
      const isThere = answer.status < 300 || UNDERSTOOD.has(answer.status);
      if (!isThere || answer.isPage === true) throw creationError(answer, path);
    },

    /** The cheapest call there is: checks the address and the key. */
    async test(signal?: AbortSignal): Promise<void> {
      await call(access.paths.listProjects, {}, (body) => (body === null ? null : true), signal);
    },
  };
}

/** What a call answers to a body that it has looked at. */
const UNDERSTOOD: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

/** Longest text that is kept. Twice as much is scanned for secrets, so that none is cut in two and missed. */
const LONGEST_WORDS = 10_000;

/** Fields whose text is stored and shown. */
const WORDS = new Set(['status', 'name', 'error', 'code', 'modelKey']);

/** @param all whether every text counts as words: the metadata of billing are quoted, whatever they are called */
function cleanWords(value: unknown, redact: (text: string) => string, all = false): unknown {
  if (Array.isArray(value)) return value.map((one) => cleanWords(one, redact, all));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && (all || WORDS.has(name))
        ? redact(inner.slice(0, 2 * LONGEST_WORDS)).slice(0, LONGEST_WORDS)
        : cleanWords(inner, redact, all),
    ]),
  );
}
