/** One row of a file: what it holds, or the sentence that says why it cannot be read. */
export interface Row {
  /** On which it ends, from 1. */
  line: number;
  value?: unknown;
  sentence?: string;
  /** How much of the file had been read by then. */
  bytesRead?: number;
}
