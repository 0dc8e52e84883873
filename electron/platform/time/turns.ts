/** Turns: work that would disturb itself is done one piece after the other. */

/** @returns runs work when all that came before it has ended, well or not; a failure is for its caller alone */
export function createTurns(): <Outcome>(work: () => Outcome | Promise<Outcome>) => Promise<Outcome> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
