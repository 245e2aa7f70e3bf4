import type { Call } from '../contract/calls.ts';
import type { ErrorResponse } from '../contract/schemas/errors.ts';

/** A call that takes longer counts as failed. */
export const CALL_TIMEOUT_MS = 15_000;

/** The failure of a call. `status` is the status of the answer; undefined if there was no answer. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly status: number | undefined;
  /** Our server's message for users; undefined if the answer is not our server's. */
  readonly sentence: string | undefined;
  /** The error's id, if our server sent an id. */
  readonly id: ErrorResponse['id'];

  constructor(
    message: string,
    options: { status?: number; answer?: Partial<ErrorResponse>; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.sentence = options.answer?.error;
    this.id = options.answer?.id;
  }
}

/**
 * Makes a call of the contract: resolves with the body of a 2xx answer, else rejects with a `CallFailure`.
 *
 * @param keepalive lets the request finish even if the page is closed
 * @param signal aborts the call
 */
export async function callApi<Asked, Answered>(
  { method, path }: Call<Asked, Answered>,
  body: Asked,
  { keepalive = false, signal }: { keepalive?: boolean; signal?: AbortSignal } = {},
): Promise<Answered> {
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, CALL_TIMEOUT_MS);
  signal?.addEventListener('abort', end);
  try {
    const response = await fetch(path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      keepalive,
      signal: ended.signal,
    });
    if (!response.ok) throw await errorOf(response);
    return (await response.json()) as Answered;
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    throw new CallFailure(`Cannot reach ${path}: ${String(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** The error's message is the status and a text: the status text from 500 on, else the answer's body (spec §7). */
async function errorOf(response: Response): Promise<CallFailure> {
  const { status, statusText } = response;
  const text = await response.text().catch(() => '');
  return new CallFailure(`${status}: ${status >= 500 ? statusText : text}`, {
    status,
    answer: readAnswer(text),
  });
}

/** @returns {} if the answer is not our JSON: a proxy or a captive portal may answer instead of our server */
function readAnswer(text: string): Partial<ErrorResponse> {
  try {
    const body: unknown = JSON.parse(text);
    const isOurs = typeof body === 'object' && body !== null && 'error' in body;
    return isOurs ? { ...body, error: String(body.error) } : {};
  } catch {
    return {};
  }
}
