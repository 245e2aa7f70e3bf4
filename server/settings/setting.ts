/** One setting of the environment. */
export interface Setting<Value> {
  /** Its name in the environment. */
  name: string;
  /** What is read where the setting is missing or empty; undefined where nothing stands in for it. */
  fallback: string | undefined;
  /** What it means: for `impromptu serve --help`. */
  help: string;
  /** Completes the sentence "PORT must be ...". */
  expected: string;
  /** Never printed, not even where it is wrong. */
  secret?: boolean;
  /** @returns undefined for text that is not as expected */
  parse(text: string): Value | undefined;
}

type Parsed<Definition> = Definition extends { parse(text: string): infer Value | undefined }
  ? Exclude<Value, undefined>
  : never;

/** What settings are read as: one without a fallback may be missing. */
export type ValuesOf<Definitions extends Record<string, Setting<unknown>>> = {
  [Key in keyof Definitions]: Definitions[Key]['fallback'] extends string
    ? Parsed<Definitions[Key]>
    : Parsed<Definitions[Key]> | undefined;
};

/** @returns the parts of a list that is separated by commas; none for an empty text */
export function splitList(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}
