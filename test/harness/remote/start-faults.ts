/** What a scripted service does with one start: how it answers, and whether it makes, and bills, a generation. */

/** Times are milliseconds of real time. With kinds that end in `after` the generation exists although the answer does not say so. */
export type StartFault =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection ends before anything is done. */
  | { readonly kind: 'drop-before' }
  | { readonly kind: 'drop-after' }
  /** No answer at all, for as long as the client waits. */
  | { readonly kind: 'silence-after' }
  | { readonly kind: 'status-after'; readonly status: number }
  | { readonly kind: 'garbage-after' }
  /** The answer breaks off in the middle. */
  | { readonly kind: 'truncated-after' }
  | { readonly kind: 'late-answer'; readonly ms: number }
  /** The connection ends at once; the generation is made later. */
  | { readonly kind: 'late-commit'; readonly ms: number }
  /** The answer is as it should be; the generation fails afterward. */
  | { readonly kind: 'fails' };

export interface StartRequest {
  /** The file name with which the project was created. */
  readonly recording: string;
  readonly model: string;
  /** Counts the starts of this recording with this model, from 1. */
  readonly nth: number;
  /** `params.attempt` of the request. */
  readonly attempt: string;
  /** The API key of the request. */
  readonly key: string;
}

/** @returns null for a start that succeeds */
export type FaultOf = (start: StartRequest) => StartFault | null;
