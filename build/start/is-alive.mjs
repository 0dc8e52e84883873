/** Whether a process exists. */

/**
 * @param {number} pid
 * @returns {boolean}
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    // It exists, and belongs to another user.
    return failure instanceof Error && 'code' in failure && failure.code === 'EPERM';
  }
}
