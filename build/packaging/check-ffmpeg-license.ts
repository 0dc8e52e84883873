/** Keeps an FFmpeg that may not be redistributed out of packages: electron-builder runs this before it packs. */

/**
 * @param configuration FFmpeg's own configuration line
 * @returns null when the build may be redistributed, else a sentence that says why not and what to do
 */
export function redistributionProblem(configuration: string): string | null {
  const found = configuration.split(/\s+/).filter((option) => /^--enable-(nonfree$|libfdk)/.test(option));
  if (found.length === 0) return null;
  return (
    `This FFmpeg may not be passed on: it was built with ${found.join(' and ')}, whose licence does not go together with the GPL. ` +
    'Running Cleartake from its sources is fine. To make packages, use a build of node-av without these parts.'
  );
}

/** electron-builder's hook. @throws Error with the sentence, which ends the packaging */
export async function beforePack(): Promise<void> {
  const { getFFmpegInfo } = await import('node-av/lib');
  const problem = redistributionProblem(getFFmpegInfo().configuration);
  if (problem !== null) throw new Error(problem);
}
