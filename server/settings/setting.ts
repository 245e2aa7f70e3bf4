/** One setting of the environment. */
export interface Setting<Value> {
  /** Its name in the environment. */
  name: string;
  /** The default for a missing or empty setting; undefined if there is none. */
  fallback: string | undefined;
  /** Its meaning, for `impromptu serve --help`. */
  help: string;
  /** Completes the sentence "PORT must be ...". */
  expected: string;
  /** Never print the value, not even when it is wrong. */
  secret?: boolean;
  /** @returns undefined if the text is invalid */
  parse(text: string): Value | undefined;
}

type Parsed<Definition> = Definition extends { parse(text: string): infer Value | undefined }
  ? Exclude<Value, undefined>
  : never;

/** The values of the settings: one without a default may be missing. */
export type ValuesOf<Definitions extends Record<string, Setting<unknown>>> = {
  [Key in keyof Definitions]: Definitions[Key]['fallback'] extends string
    ? Parsed<Definitions[Key]>
    : Parsed<Definitions[Key]> | undefined;
};

/** @returns the parts of a comma-separated list; none for an empty text */
export function splitList(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}
