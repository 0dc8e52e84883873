/** Answers `webUtils.getPathForFile` with the path that Chromium itself keeps behind a File. */

import type { CDPSession } from 'playwright';

/** The preload's world pauses where it needs a path; here the path is put in and the page goes on. */
export async function answerFilePaths(cdp: CDPSession): Promise<void> {
  cdp.on('Debugger.paused', ({ callFrames }) => {
    const callFrameId = callFrames[0]?.callFrameId;
    const answered = callFrameId === undefined ? Promise.resolve() : answerPath(cdp, callFrameId);
    answered.catch(() => undefined).finally(() => cdp.send('Debugger.resume').catch(() => undefined));
  });
  await cdp.send('Debugger.enable');
}

async function answerPath(cdp: CDPSession, callFrameId: string): Promise<void> {
  const { result } = await cdp.send('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'file' });
  if (result.objectId === undefined) return;
  const { path } = await cdp.send('DOM.getFileInfo', { objectId: result.objectId });
  const expression = `answer.path = ${JSON.stringify(path)}`;
  await cdp.send('Debugger.evaluateOnCallFrame', { callFrameId, expression });
}
