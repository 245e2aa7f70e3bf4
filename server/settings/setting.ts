/** One setting of the environment. */
export interface Setting<Value> {
  /** The name of the setting in the environment. */
  name: string;
  /** The default for a missing or empty setting; undefined if there is none. */
  fallback: string | undefined;
  /** The default in words, if it is computed from other settings or used only in some cases. */
  usual?: string;
  /** The meaning of the setting, for `./site serve --help` and `docs/settings.md`. */
  help: string;
  /** The allowed values, as the end of the sentence "PORT must be ...". */
  expected: string;
  /** If true, messages never contain the value, not even a wrong one. */
  secret?: boolean;
  /** @returns undefined if the text is invalid */
  parse(text: string): Value | undefined;
}

type Parsed<Definition> = Definition extends { parse(text: string): infer Value | undefined }
  ? Exclude<Value, undefined>
  : never;

/** The parsed values of the settings. A setting without a default may be undefined. */
export type ValuesOf<Definitions extends Record<string, Setting<unknown>>> = {
  [Key in keyof Definitions]: Definitions[Key]['fallback'] extends string
    ? Parsed<Definitions[Key]>
    : Parsed<Definitions[Key]> | undefined;
};

/** @returns the parts of a comma-separated list; none for an empty text */
export function splitList(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

/** @returns a whole number from 1 to 999999; undefined for any other text */
export function parseCount(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
