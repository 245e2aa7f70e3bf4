/**
 * Reports output that could not be written, as on a full disk, and sets the exit code to 1. What the command did stays
 * done. A reader that closes its pipe, such as `head`, is not a failure.
 */
export function reportLostOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    process.stderr.write(`The output is cut short: ${error.message}.\n`);
  });
  // There is nowhere to report this.
  process.stderr.on('error', () => {});
}
