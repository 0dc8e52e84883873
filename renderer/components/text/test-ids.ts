/**
 * Test hooks for what roles and names can't identify. Tests find everything else as a person does: the rail's links by name
 * (`Desk`, `Listen`, `History`, `Connections`, `Settings`), buttons by their labels, the queue as `grid` with one `row` per job.
 *
 * - `host-gate`: the full-page message while there is no desk to show; `data-kind` says which
 * - `drop-zone`: the overlay while files are dragged over the window
 * - `file-input`, `folder-input`: the hidden inputs behind the two buttons (browser host only)
 * - `quote`: the cost of starting
 * - `queue-row`: a row; `data-job` is the job's id, `data-state` the kind of its state
 * - `generation-progress`: one bar; `data-model`, `data-state` and `data-progress` describe the generation
 * - `announcement`: the last announcement for screen readers
 * - `footer-progress`: overall progress
 * - `upload-panel`: uploads into the library
 * - `take`: one take of the comparison; `data-take` is its id, `data-active` whether it is selected
 * - `drag-out`: the handle by which a result is dragged to another program (window only)
 * - `transport`: `data-playing`, `data-buffering`, `data-frame`, `data-rate` (frame at the context's rate) and `data-take`
 * - `readout`: frequency and level under the pointer, over a spectrogram
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
  dragOut: 'drag-out',
  readout: 'readout',
  take: 'take',
  transport: 'transport',
} as const;
