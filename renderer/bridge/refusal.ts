/** The sentence for the person behind anything that a call may throw. */

const UNREACHABLE = 'Cleartake did not answer. Nothing was lost. Try again in a moment.';

/** The refusal's own sentence when the desk gave one, else a plain one. Shows no technical text. */
export function sentenceOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'data' in thrown) {
    const { data } = thrown;
    if (typeof data === 'object' && data !== null && 'userMessage' in data && typeof data.userMessage === 'string') {
      return data.userMessage;
    }
  }
  return UNREACHABLE;
}

/** The code of a refusal, or null when the call failed for another reason. */
export function refusalCode(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null || !('data' in thrown)) return null;
  const { data } = thrown;
  return typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'string'
    ? data.code
    : null;
}
