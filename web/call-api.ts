import type { Call } from '../contract/calls.ts';
import type { ErrorResponse } from '../contract/schemas/call-schema.ts';

/** A call with what a script needs of it. `browser-calls.ts` lists these calls. */
export interface BrowserCall<Asked, Answered, Query = unknown>
  extends Pick<Call<Asked, Answered, Query>, 'method' | 'path' | 'shapes'> {
  readonly answer: Shape;
}

/** The parts of a JSON schema that the shape of an answer consists of. */
export interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Shape>>;
}

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
 * Makes a call of the contract: resolves with the body of a 2xx answer that has the call's shape, else rejects with a
 * `CallFailure`.
 *
 * @param keepalive lets the request finish even if the page is closed
 * @param signal aborts the call
 */
export async function callApi<Asked, Answered>(
  { method, path, answer }: BrowserCall<Asked, Answered>,
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
    if (!response.ok) throw refusal(response, await response.text().catch(() => ''));
    const text = await response.text();
    const answered = parse(text);
    if (answered === undefined || !matchesShape(answered, answer)) throw refusal(response, text);
    return answered as Answered;
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    throw new CallFailure(`Cannot reach ${path}: ${String(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** Like `callApi`, for a file, which may take longer. */
export async function fetchFile({ path }: BrowserCall<undefined, unknown>): Promise<Blob> {
  try {
    const response = await fetch(path);
    if (!response.ok) throw refusal(response, await response.text().catch(() => ''));
    return await response.blob();
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    throw new CallFailure(`Cannot load ${path}: ${String(error)}`, { cause: error });
  }
}

/**
 * The message is the status and a text: the status text from 500 on, else the answer's body. A proxy, a
 * captive portal or a server of another version may have answered, so the status can also be 200.
 */
function refusal({ ok, status, statusText }: Response, text: string): CallFailure {
  const body = parse(text);
  const isOurs = !ok && matchesShape(body, errorShape);
  return new CallFailure(`${status}: ${status >= 500 ? statusText : text}`, {
    status,
    ...(isOurs && { answer: body as ErrorResponse }),
  });
}

/** @returns undefined for a text that is not JSON */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The part of `ErrorResponse` that every error has. */
const errorShape: Shape = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' } },
};

/** Whether a value has the types of the shape, of which `{}` has any. Further fields are ignored, and so are the limits of a schema. */
function matchesShape(value: unknown, shape: Shape): boolean {
  const { type, anyOf, items = {} } = shape;
  if (anyOf) return anyOf.some((one) => matchesShape(value, one));
  if ('const' in shape) return value === shape.const;
  if (type === undefined) return true;
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'array')
    return Array.isArray(value) && value.every((item) => matchesShape(item, items));
  if (type === 'object') return isObject(value) && hasFields(value, shape);
  // JSON's other types have the same names as JavaScript's.
  return typeof value === type;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasFields(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], patternProperties = {} }: Shape,
): boolean {
  const [anyField] = Object.values(patternProperties);
  return (
    required.every((key) => key in value) &&
    Object.entries(value).every(([key, field]) => {
      const shape = Object.hasOwn(properties, key) ? properties[key] : anyField;
      return !shape || matchesShape(field, shape);
    })
  );
}
