/** Names of files as they are shown: the host keeps the true name, and the page shows what would otherwise deceive. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being made visible
const DECEIVING = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The name with line breaks, controls and marks that turn the direction of writing made visible. */
export function shownName(name: string): string {
  return name.replace(DECEIVING, '\ufffd');
}
