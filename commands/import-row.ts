/** One row of a file: its value, or the sentence that says why it cannot be read. */
export interface Row {
  /** The number of the row's last line, from 1. */
  line: number;
  value?: unknown;
  sentence?: string;
  /** Bytes of the file that were read by then. */
  bytesRead?: number;
}
