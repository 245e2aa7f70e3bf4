/** A connection that hangs raises no error. A module that takes longer counts as failed. */
const IMPORT_TIMEOUT_MS = 15_000;

let failures = 0;

/**
 * Imports a module, also if its file could not be loaded before. Browsers remember the address of a failed import and
 * refuse it until the page is reloaded (https://github.com/whatwg/html/issues/6768). So after a failure the file is
 * requested once more, with a query that the server ignores.
 *
 * @param load calls `import()` with the module. The file's address is read from the built source of `load`.
 */
export async function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await withinTime(load());
  } catch (error) {
    const [, file] = /\bimport\(\s*["'`]([^"'`]+)/.exec(String(load)) ?? [];
    if (!file) throw error;
    const address = new URL(file, import.meta.url);
    address.searchParams.set('again', String(++failures));
    return await withinTime(import(/* @vite-ignore */ address.href));
  }
}

function withinTime<Module>(module: Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    module.then(resolve, reject);
    setTimeout(() => reject(new Error('The code did not arrive in time.')), IMPORT_TIMEOUT_MS);
  });
}
