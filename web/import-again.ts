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
    return await load();
  } catch (error) {
    const [, file] = /\bimport\(\s*["'`]([^"'`]+)/.exec(String(load)) ?? [];
    if (!file) throw error;
    const address = new URL(file, import.meta.url);
    address.searchParams.set('again', String(++failures));
    return import(/* @vite-ignore */ address.href);
  }
}
