import compat from '@mdn/browser-compat-data' with { type: 'json' };

interface Since {
  readonly version_added: string | false;
  readonly version_removed?: string;
  readonly flags?: object;
  readonly prefix?: string;
}
/** An entry of MDN's data; its other keys are its members. */
type Entry = { readonly [member: string]: Entry } & {
  readonly __compat?: { readonly support: Readonly<Record<string, Since | readonly Since[]>> };
};
const { api, javascript } = compat as unknown as Readonly<Record<string, Entry>>;

/** MDN's names of a browser, by Vite's name. */
const names: Readonly<Record<string, readonly string[]>> = {
  chrome: ['chrome', 'chrome_android'],
  edge: ['edge'],
  firefox: ['firefox', 'firefox_android'],
  ios: ['safari_ios'],
  safari: ['safari'],
};

/**
 * The built-ins of JavaScript and of the DOM that at least one of the browsers lacks, from MDN's data. Each is written
 * as a script uses it: `BroadcastChannel`, `Promise.withResolvers`, `.toSorted` for a method of JavaScript's own
 * objects, `new CSSStyleSheet` where the constructor is newer than the class. Methods are left out if an older built-in
 * has a method of the same name. Methods of the DOM are left out, too, because any program may use their short names
 * for its own methods.
 *
 * @param browsers in Vite's notation, such as `chrome108`
 */
export function findNewerBuiltIns(browsers: readonly string[]): ReadonlySet<string> {
  const oldest = browsers.flatMap((browser) => {
    const [, name = '', version] = /^([a-z]+)([\d.]+)$/.exec(browser) ?? [];
    return (names[name] ?? []).map((known) => [known, Number(version)] as const);
  });
  const [newer, older] = [new Set<string>(), new Set<string>()];
  for (const [use, { __compat: statement }] of [...usesOfDom(), ...usesOfLanguage()]) {
    const isInAll = oldest.every(([name, version]) => isIn(statement?.support[name], version));
    (isInAll ? older : newer).add(use);
  }
  return newer.difference(older);
}

function* usesOfDom(): Generator<[string, Entry]> {
  for (const [owner, entry] of membersOf(api)) {
    yield [owner, entry];
    for (const [key, member] of membersOf(entry)) {
      const name = key.replace('_static', '');
      if (name === owner) yield [`new ${name}`, member];
      else if (name !== key) yield [`${owner}.${name}`, member];
      else if (owner === 'Window') yield [name, member];
    }
  }
}

function* usesOfLanguage(): Generator<[string, Entry]> {
  const patterns = ['RegExp', javascript?.['regular_expressions'] ?? {}] as const;
  for (const [owner, entry] of [...membersOf(javascript?.['builtins']), patterns]) {
    yield [owner, entry];
    for (const [name, member] of membersOf(entry)) {
      // MDN's data does not say which members are static.
      yield [`${owner}.${name}`, member];
      yield [`.${name}`, member];
    }
  }
}

function membersOf(entry: Entry = {}): [string, Entry][] {
  const members = Object.entries(entry as Readonly<Record<string, Entry>>);
  return members.filter(([key, { __compat }]) => key !== '__compat' && __compat);
}

function isIn(support: Since | readonly Since[] | undefined, version: number): boolean {
  return [support ?? []].flat().some((since) => {
    const added = Number.parseFloat(String(since.version_added).replace('≤', ''));
    return added <= version && !since.version_removed && !since.flags && !since.prefix;
  });
}
