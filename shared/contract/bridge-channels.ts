/** Every channel between the desktop's preload and its main process. The contract's calls travel over the port that `connect` hands over. */

export const CHANNELS = {
  connect: 'cleartake:connect',
  chooseFiles: 'cleartake:choose-files',
  chooseFolder: 'cleartake:choose-folder',
  chooseOutputFolder: 'cleartake:choose-output-folder',
} as const;
