/** One row of a file: its value, or the sentence that says why it cannot be read. */
export interface Row {
  /** The number of the row's last line, from 1. */
  line: number;
  value?: unknown;
  sentence?: string;
  /** The number of bytes of the file that were read when this row was complete. */
  bytesRead?: number;
}
