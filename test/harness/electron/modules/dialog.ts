/** `dialog`: what was asked is recorded, and answered from a queue that the test fills. An empty queue means Cancel. */

import { recordCall } from '../calls.ts';

export interface DialogAnswer {
  readonly canceled: boolean;
  readonly filePaths: readonly string[];
}

export const dialogAnswers: DialogAnswer[] = [];

export interface MessageAnswer {
  readonly button: number;
  /** Whether the box's tick is set. */
  readonly checked?: boolean;
}

/** What message boxes are answered with, in turn; the first button when there are no more. */
export const messageAnswers: MessageAnswer[] = [];

export const dialog = {
  showOpenDialog: async (...values: unknown[]): Promise<DialogAnswer> => {
    // The window, when there is one, comes first; the options are what a test looks at.
    recordCall('dialog.showOpenDialog', values.at(-1));
    return dialogAnswers.shift() ?? { canceled: true, filePaths: [] };
  },
  showMessageBox: async (...values: unknown[]): Promise<{ response: number; checkboxChecked: boolean }> => {
    recordCall('dialog.showMessageBox', values.at(-1));
    const { button, checked = false } = messageAnswers.shift() ?? { button: 0 };
    return { response: button, checkboxChecked: checked };
  },
  showErrorBox: (title: string, content: string): void => {
    recordCall('dialog.showErrorBox', title, content);
    process.stderr.write(`[dialog] ${title}: ${content}\n`);
  },
};
