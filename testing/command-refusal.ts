import assert from 'node:assert/strict';
import { Command } from 'commander';

/**
 * Runs a command that must refuse, in this process, because starting the program takes far longer.
 *
 * @param add defines the command
 * @returns the sentence that the program prints before it ends with exit code 1
 */
export async function refusalOf(
  add: (program: Command) => void,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  add(program);
  const usual = process.env;
  process.env = { ...env };
  try {
    await program.parseAsync(parameters, { from: 'user' });
  } catch (error) {
    assert.match((error as Error).name, /Refusal$|^StorageUnavailable$|^CommanderError$/);
    return (error as Error).message;
  } finally {
    process.env = usual;
  }
  assert.fail(`"${parameters.join(' ')}" was not refused.`);
}
