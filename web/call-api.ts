import type { Call } from '../contract/calls.ts';
import type { ErrorResponse } from '../contract/schemas/errors.ts';

/** A call that takes longer counts as failed: people give up long before. */
export const CALL_TIMEOUT_MS = 15_000;

/** A call that was refused (`status` says how) or never answered (`status` is undefined). */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number | undefined;
  /** What our server said, for people to read; undefined where something else has answered. */
  readonly sentence: string | undefined;
  /** What our server calls this error, where it has a name. */
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
 * Makes a call of the contract: resolves with the body of a 2xx answer, else rejects with a `CallError`.
 *
 * @param keepalive has it arrive although the page is closed meanwhile
 */
export async function callApi<Asked, Answered>(
  call: Call<Asked, Answered>,
  body: Asked,
  { keepalive = false } = {},
): Promise<Answered> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), CALL_TIMEOUT_MS);
  try {
    const response = await fetch(call.path, {
      method: call.method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      keepalive,
      signal: timeout.signal,
    });
    if (!response.ok) {
      const answer = await readError(response);
      const { status, statusText } = response;
      throw new CallError(answer.error ?? `${status} ${statusText}`, { status, answer });
    }
    return (await response.json()) as Answered;
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(`Cannot reach ${call.path}: ${String(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** What stands between us and the server (a proxy, a captive portal) answers without our JSON. */
async function readError(response: Response): Promise<Partial<ErrorResponse>> {
  const body: unknown = await response.json().catch(() => null);
  const isOurs = typeof body === 'object' && body !== null && 'error' in body;
  return isOurs ? { ...body, error: String(body.error) } : {};
}
