/** How many files a process may have open, where the system limits that: helper processes have the same limit. */

/** Below this a helper may not even start. */
const ENOUGH = 64;

/** Whether a helper that ended unasked probably could open no more files. */
export function hasFewFiles(): boolean {
  const report = process.report?.getReport() as unknown as
    | { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } }
    | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === 'number' && soft < ENOUGH;
}
