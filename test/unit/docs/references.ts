/** What a document refers to: its links, and the paths that it names in backticks. */

/** Folders at the top of the repository. A path that begins with one of them is meant from there. */
const TOP = ['.ci', '.github', 'build', 'electron', 'renderer', 'shared', 'test'];
/** Files that only this repository can mean; of others, such as JSON or PEM, the reader may have some. */
const SOURCE = /[\w*-]\.(ts|tsx|mjs|css|md|sql|yml|wasm)$/;
const SYMBOL = /`([A-Za-z_]\w*)`(?:[^`|]{0,16} (?:in|of) | \()`([\w./-]+\.tsx?)`/g;
const BESIDE = /`([\w-]+\.tsx?)` beside it/g;
const PATH_LIKE = /^[\w.*-]+(\/[\w.*-]+)*\/?$/;

/** Made by commands, so that a fresh clone has none of it. */
const GENERATED = ['test/results'];

interface References {
  /** Targets of relative links and pictures, with their anchors. */
  readonly links: readonly string[];
  readonly paths: readonly string[];
  /** Names said to be in a file: "`name` in `path`", or "of". */
  readonly symbols: readonly { readonly name: string; readonly file: string }[];
}

export function referencesOf(markdown: string): References {
  const prose = markdown.replace(/^```.*?^```/gms, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  const links = [...prose.replace(/`[^`\n]+`/g, '').matchAll(/\]\(([^()\s]+)\)/g)].map((match) => match[1] ?? '');
  return {
    links: links.filter((link) => !/^[a-z]+:/.test(link)),
    paths: [...spans.filter((span) => isRepositoryPath(span) && !GENERATED.includes(span)), ...besides(prose)],
    symbols: [...prose.matchAll(SYMBOL)].map(([, name = '', file = '']) => ({ name, file })),
  };
}

/** "`name.ts` beside it" means the folder of the file that was named last. */
function besides(prose: string): string[] {
  return [...prose.matchAll(BESIDE)].map(({ 1: name = '', index }) => {
    const before = [...prose.slice(0, index).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '').filter(isFromTop);
    const last = before.at(-1) ?? '';
    return `${SOURCE.test(last) ? last.slice(0, last.lastIndexOf('/')) : last}/${name}`;
  });
}

function isRepositoryPath(span: string): boolean {
  if (!PATH_LIKE.test(span)) return false;
  return isFromTop(span) || SOURCE.test(span) || span.endsWith('/');
}

/** Whether the path begins at the top of the repository. */
export function isFromTop(span: string): boolean {
  return TOP.includes(span.split('/')[0] ?? '') && span.includes('/');
}

/** The anchors that GitHub gives to a document's headings. */
export function anchorsOf(markdown: string): string[] {
  const prose = markdown.replace(/^```.*?^```/gms, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
