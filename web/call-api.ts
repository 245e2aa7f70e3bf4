import type { Call } from '../contract/calls.ts';

/** A call that takes longer counts as failed: people give up long before. */
export const CALL_TIMEOUT_MS = 15_000;

/** A call that was refused (`status` says how) or never answered (`status` is undefined). */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number | undefined;

  constructor(sentence: string, options: { status?: number; cause?: unknown }) {
    super(sentence, { cause: options.cause });
    this.status = options.status;
  }
}

/** Makes a call of the contract: resolves with the body of a 2xx answer, else rejects with a `CallError`. */
export async function callApi<Asked, Answered>(
  call: Call<Asked, Answered>,
  body: Asked,
): Promise<Answered> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), CALL_TIMEOUT_MS);
  try {
    const response = await fetch(call.path, {
      method: call.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: timeout.signal,
    });
    if (!response.ok) {
      throw new CallError(await readSentence(response), { status: response.status });
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
async function readSentence(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const hasSentence = typeof body === 'object' && body !== null && 'error' in body;
  return hasSentence ? String(body.error) : `${response.status} ${response.statusText}`;
}
