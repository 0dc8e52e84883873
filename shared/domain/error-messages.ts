/** Every error code with the sentence a person reads: what happened, what is safe, what to do next. */

interface ErrorSentence {
  /** Whether trying the same thing again, unchanged, may succeed. */
  readonly retryable: boolean;
  readonly sentence: string;
  /** Said instead once Cleartake has stopped trying by itself. */
  readonly gaveUp?: string;
}

const final = (sentence: string): ErrorSentence => ({ retryable: false, sentence });
/** What the whole connection waits for where somebody is there to see to it. */
const held = (sentence: string, gaveUp: string): ErrorSentence => ({ retryable: false, sentence, gaveUp });
const retryable = (sentence: string, gaveUp: string): ErrorSentence => ({ retryable: true, sentence, gaveUp });

export const ERROR_MESSAGES = {
  // The recording
  sourceMissing: final(
    'The file is no longer where it was. Nothing was sent. Put it back, or remove this row and add the file from its new place.',
  ),
  sourceUnreadable: final(
    'Cleartake may not read this file. Nothing was sent. Allow reading it in your file manager, then retry.',
  ),
  sourceChanged: final('The file changed since it was added. Nothing was sent. Retry to use it as it is now.'),
  mediaEmpty: final('The file is empty. Nothing was sent. Copy it from its recorder again, then add it again.'),
  mediaNotRecognized: final(
    'This is not a recording that Cleartake can read. Nothing was sent. Export it as WAV, FLAC or MP3 and add that.',
  ),
  mediaNoSound: final('The file has no sound stream. Nothing was sent. Choose the version of the video with sound.'),
  mediaSilent: final(
    'There is nothing to hear in this recording: it is silent from beginning to end. Nothing was sent. Check the microphone track you exported.',
  ),
  mediaTruncated: final(
    'The recording ends before its header says it should. Nothing was sent. Copy it again, or restore the part that is there.',
  ),
  mediaDamaged: final(
    'The recording is damaged and cannot be read to its end. Nothing was sent. Copy it again from its source, then add it again.',
  ),
  mediaUnsupported: final(
    'Recordings of this coding, with this many channels or at this sample rate are not supported. Nothing was sent. Export it as a stereo WAV at 48 kHz and add that.',
  ),
  ownResult: final(
    'This is a result that Cleartake made. Nothing was sent. To restore it once more, add the file itself and not its folder.',
  ),
  nameTooLong: final(
    'The name of the file is too long for this computer. Nothing was lost. Choose a shorter naming template or output folder.',
  ),

  // This computer
  diskFull: retryable(
    'The disk is full. Everything finished so far is kept. Free some space; Cleartake goes on by itself.',
    'The disk is still full. Everything finished so far is kept. Free some space, then retry.',
  ),
  storeUnwritable: retryable(
    'Cleartake could not write down how far it is. Everything finished so far is kept, and nothing is sent twice. Look at the disk that holds its data folder; Cleartake goes on by itself.',
    'Cleartake still cannot write down how far it is. Everything finished so far is kept, and nothing is sent twice. Look at the disk that holds its data folder, then retry.',
  ),
  storageQuotaExceeded: final(
    'The account has no storage left on the service. Nothing was lost. Delete old projects there, then retry.',
  ),
  outputUnwritable: final(
    'Cleartake may not write to the output folder. The results are kept. Choose another folder, then retry.',
  ),
  resultLost: final(
    'The restored file was damaged or removed on this computer, however often it was fetched. Nothing is charged again. Check the disk and what cleans it up, then retry to fetch it once more.',
  ),
  dataFolderBusy: final(
    'Another Cleartake is working with this data folder. Nothing was changed. Close it, or use another data folder.',
  ),
  databaseFailed: final(
    'The history on this computer cannot be read. Nothing was sent. Restart Cleartake; if it stays so, send us the diagnostics.',
  ),
  engineCrashed: retryable(
    'The audio engine stopped on this recording. The original is unharmed. Cleartake tries again.',
    'The audio engine stopped on this recording every time. The original is unharmed. Export it as WAV and add that.',
  ),
  engineTimedOut: retryable(
    'The audio engine took far too long on this recording. The original is unharmed. Cleartake tries again.',
    'The audio engine took far too long on this recording every time. The original is unharmed. Export it as WAV and add that.',
  ),
  processStartFailed: retryable(
    'A part of Cleartake did not start. Nothing was lost. Retry; if it stays so, restart Cleartake.',
    'A part of Cleartake did not start, however often it was tried. Nothing was lost. Restart Cleartake, then retry.',
  ),

  // The service
  serviceUnreachable: retryable(
    'The service does not answer. Nothing was lost. Cleartake tries again by itself.',
    'The service did not answer, however often it was asked. Nothing was lost. Check the network and the address, then retry.',
  ),
  certificateNotTrusted: final(
    'The certificate of the service is not trusted by this computer. Nothing was sent. Ask its owner for the certificate and start Cleartake with NODE_EXTRA_CA_CERTS naming its file.',
  ),
  serviceBusy: retryable(
    'The service is busy and asked to wait. Nothing was lost. Cleartake tries again by itself.',
    'The service stayed busy. Nothing was lost. Retry later.',
  ),
  serviceFailed: retryable(
    'The service had a fault. Nothing was lost. Cleartake tries again by itself.',
    'The service had a fault each time. Nothing was lost. Retry later; if it stays so, tell the owner of the service.',
  ),
  serviceAnswerUnreadable: retryable(
    'The service gave an answer that makes no sense. Nothing was lost. Cleartake tries again by itself.',
    'The service gave answers that make no sense each time. Nothing was lost. Check whether this network wants a login in a browser, and the address of the connection; then retry.',
  ),
  keyStoreLocked: retryable(
    'This computer’s key store did not open, so the API key in it cannot be read. Nothing was sent or changed. Unlock it; Cleartake tries again by itself.',
    'This computer’s key store stayed shut, so the API key in it cannot be read. Nothing was sent or changed. Unlock it, then retry.',
  ),
  keyFileUnsafe: final(
    'Others may look into the file of keys, so it is not used. Nothing was sent. Make it yours alone, or remove it and enter the key again.',
  ),
  keyMissing: held(
    'This connection has no API key any more, or none yet. Nothing was lost, and nothing more is sent without it. Enter the key; waiting recordings then go on.',
    'This connection has no API key any more, or none yet. Nothing was lost, and nothing more is sent without it. Enter the key under Connections, then retry.',
  ),
  keyRefused: held(
    'The service does not accept the API key. Nothing was lost, and nothing more is sent with it. Enter the key anew; waiting recordings then go on.',
    'The service does not accept the API key. Nothing was lost, and nothing more is sent with it. Check the key under Connections, then retry.',
  ),
  connectionRemoved: final(
    'The connection that this recording was added for was removed. Nothing was lost, and nothing is sent. Add the recording again: it then goes over the connection in use.',
  ),
  keyMayNot: final(
    'The API key may not do this. Nothing was charged. Ask the owner of the account for a key with read and write permission.',
  ),
  paidPlanRequired: final(
    'The account behind this key has no paid plan. Nothing was charged. Upgrade the account, then retry.',
  ),
  paymentFailed: final(
    'The service holds this account because a payment failed. Nothing was lost. Update the billing; waiting recordings then go on.',
  ),
  spendLimitExceeded: final(
    'The spend limit set for this account is reached. Nothing was lost. Raise the limit; waiting recordings then go on.',
  ),
  costCapReached: final(
    'Starting this would pass the cap you set. Nothing was charged. Raise the cap, or leave the recording for later.',
  ),
  paidWorkUnfetched: final(
    'There is work for this recording that may be paid and was not fetched: the answer to an earlier start was lost. Nothing was started again. Retry its earlier row; what the service has is fetched there.',
  ),
  paidWorkTakenUp: final(
    'The paid work for this recording went to a later row of it, which fetches the result. Nothing is paid twice. Once that row is done, retry to have the result here too.',
  ),
  earlierResultGone: final(
    'A result that was paid before was to stand for this one, and is not here any more. Nothing was charged. Retry to have it restored, and paid, once more.',
  ),
  requestRefused: final('The service refused the request. Nothing was charged. The details say why.'),
  projectUnknown: final(
    'The service does not know this project. The original is unharmed. Where the key or the address was changed, set it right first. A retry takes over what was started there; what it does not find is uploaded and started anew, and may be paid again.',
  ),
  uploadRefused: retryable(
    'The service refused the upload. Nothing was charged. Cleartake tries again.',
    'The service refused the upload each time. Nothing was charged. Retry later; if it stays so, tell the owner of the service.',
  ),
  unsafeAddress: final(
    'The service gave an address that is not safe to use. Nothing was sent there. Ask the owner of the service.',
  ),
  redirectRefused: retryable(
    'Something sent Cleartake on to another address: a network that wants a login, or the service itself. Nothing was sent there. Log in to this network in a browser, or check the address under Connections; Cleartake tries again by itself.',
    'Cleartake was sent on to another address each time. Nothing was sent there. Log in to this network in a browser, or enter the service’s own address under Connections; then retry.',
  ),
  generationFailed: final(
    'The service could not restore this recording. Failed generations are not charged. Retry, or try the other model.',
  ),
  notCompleteYet: retryable(
    'The result is not ready yet. Cleartake waits for it.',
    'The service keeps saying that the result is not ready. Nothing was lost. Retry later.',
  ),
  notReadyToStart: retryable(
    'The service is not ready to start on this recording yet. Nothing was charged. Cleartake tries again by itself.',
    'The service was never ready to start on this recording. Nothing was charged. Retry to upload it again.',
  ),
  startUncertain: retryable(
    'What became of a start is not known. Nothing is started twice: Cleartake waits until the service’s own list can tell.',
    'What became of a start is not known, and the service’s own list cannot be read. Nothing was started twice. Retry later.',
  ),
  slowToFinish: retryable(
    'The service is at this recording for very long, or says of it what this Cleartake does not know. Nothing was lost. Cleartake goes on asking, and goes on with others.',
    'The service was at this recording for very long. Nothing was lost. Retry to ask again.',
  ),
  downloadDamaged: retryable(
    'The downloaded result was not complete. Nothing was overwritten. Cleartake downloads it again.',
    'The result arrived incomplete each time. Nothing was overwritten, and it is not charged again. Retry the download later.',
  ),
  resultOfOtherLength: final(
    'The result that the service gives is not as long as the recording. It is kept, and it is not charged again. Listen to it, then retry to fetch it once more.',
  ),
  linkExpired: retryable(
    'The download link expired. Nothing was lost. Cleartake asks for a new one.',
    'The download links of the service expire before they can be used. Nothing was lost. Check the clock of this computer, then retry.',
  ),

  // The desk
  notFound: final('That is no longer here. Nothing was changed.'),
  notPossibleNow: final('That cannot be done in the present state. Nothing was changed.'),
  cancelled: final('Cancelled. What was finished is kept.'),
  unexpected: retryable(
    'Something unexpected happened. Nothing was lost. Cleartake tries again; if it stays so, send us the diagnostics.',
    'Something unexpected happened, each time it was tried. Nothing was lost. Retry; if it stays so, send us the diagnostics.',
  ),
} as const satisfies Record<string, ErrorSentence>;

/** The sentence for an error that will not be tried again by itself. */
export function finalSentence(code: ErrorCode, sentence: string): string {
  const known: ErrorSentence = ERROR_MESSAGES[code];
  return sentence === known.sentence ? (known.gaveUp ?? sentence) : sentence;
}

export type ErrorCode = keyof typeof ERROR_MESSAGES;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_MESSAGES, value);
}

export const ERROR_CODES = Object.keys(ERROR_MESSAGES) as readonly ErrorCode[];
