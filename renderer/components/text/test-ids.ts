/**
 * The few hooks that roles and names cannot give. Everything else is found as a person finds it: the rail's links by name
 * (`Desk`, `Listen`, `History`, `Connections`, `Settings`), buttons by their words, the queue as `grid` with one `row` a job.
 *
 * - `host-gate`: the full page shown while there is no desk to show; `data-kind` tells which
 * - `drop-zone`: the overlay while files are dragged over the window
 * - `file-input`, `folder-input`: the hidden inputs behind the two buttons (browser host only)
 * - `quote`: what starting would cost
 * - `queue-row`: a row; `data-job` is the job's id, `data-state` its state's kind
 * - `generation-progress`: one bar; `data-model`, `data-state` and `data-progress` tell of the generation
 * - `announcement`: what was last said to people who listen to the screen
 * - `footer-progress`: the overall figure
 * - `upload-panel`: recordings on their way into the library
 * - `take`: one take of the comparison; `data-take` is its id, `data-active` whether it is heard
 * - `transport`: `data-playing`, `data-buffering`, `data-frame`, `data-rate` (frame at the context's rate) and `data-take`
 */
export const TEST_IDS = {
  hostGate: 'host-gate',
  dropZone: 'drop-zone',
  fileInput: 'file-input',
  folderInput: 'folder-input',
  quote: 'quote',
  queueRow: 'queue-row',
  generationProgress: 'generation-progress',
  announcement: 'announcement',
  footerProgress: 'footer-progress',
  uploadPanel: 'upload-panel',
  take: 'take',
  transport: 'transport',
} as const;
