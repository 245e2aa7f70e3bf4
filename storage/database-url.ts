import { engines } from './engines/choose-engine.ts';

/** The valid forms of `DATABASE_URL`, for its help and errors. */
export const DATABASE_URL_FORMS = engines.map(({ form }) => form).join(', or ');

export function isDatabaseUrl(url: string): boolean {
  return engines.some((engine) => engine.isUrl(url));
}
