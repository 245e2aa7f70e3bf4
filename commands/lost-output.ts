/**
 * Reports output that could not be written, for example because the disk is full, and sets the exit code to 1. Changes
 * that the command has made are not undone. It is not a failure if the reader closes the pipe, as `head` does.
 */
export function reportLostOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    process.stderr.write(`The output is incomplete: ${error.message}.\n`);
  });
  // Without a listener an error of standard error would end the command. Such an error cannot be reported anywhere.
  process.stderr.on('error', () => {});
}
