/**
 * The layers of modules, and of a screen with folders, the highest first. An entry is a folder or file of the module;
 * `screens/*` stands for each folder in `screens`, and `*` for each file that has no entry. A file may import from a
 * lower layer or from its own folder. Entries of the same layer do not import one another, except the files of
 * a screen.
 */
export const layers: Readonly<Record<string, string>> = {
  contract:
    'calls.ts > schemas > damaged-links.ts > launch.ts page-parts.ts > * > durations.ts phones.ts screens.ts',
  web:
    'vite.config.ts > write-pages.ts > prerender.tsx' +
    ' > screens/* document.tsx text-files.ts' +
    ' > browser-calls.ts hydrate-island.tsx load-scripts.ts' +
    ' > page.ts call-api.ts solve-challenge.ts > mail > legal > design',
  'web/screens/analytics':
    '* > dashboard > invites mailings app audit > waitlist > parts > ask-server.ts sign-in.tsx' +
    ' > identity analytics-state.ts > analytics-texts.ts sign-in-form-state.ts',
  server:
    'main.ts > app.ts > notices > operations > launch > mailings > waitlist analytics availability > letters > invites ingest identity' +
    ' > pages bot-check > http > app-parts.ts > log.ts csv.ts > settings',
  storage:
    'open.ts > backup > analytics > retention recount.ts > launch > mailings > waitlist > letters > people > invites' +
    ' > identity availability.ts marks.ts > erasures.ts audit.ts notices.ts > engines migrations secret.ts > engine.ts' +
    ' > tables.ts steps.ts > schema.ts > errors.ts make-folder.ts search-text.ts',
  testing:
    'load signed-in.ts send-to-fake.ts smtp-site.ts > fakes > requests > test-browser.ts mail-site.ts' +
    ' > test-app.ts server-process.ts > site-with-double.ts > databases' +
    ' > random-values.ts common-names.ts memory-folder.ts',
  proofs: 'run.ts > * > fuzz disks > proof.ts',
};

/**
 * @param path from the project's root
 * @param module a key of `layers`
 * @returns the layer, 0 for the highest and -1 for none; and the folder or file, whose files may import one another
 */
export function placeOf(path: string, module: string): { layer: number; folder: string } {
  const [first = '', second] = path.slice(module.length + 1).split('/');
  const levels = layers[module]?.split(' > ').map((names) => names.split(' ')) ?? [];
  const layerOf = (name: string) => levels.findIndex((names) => names.includes(name));
  const divided = layerOf(`${first}/*`);
  if (divided >= 0) return { layer: divided, folder: `${first}/${second}` };
  const own = layerOf(first);
  if (second !== undefined) return { layer: own, folder: first };
  const layer = own >= 0 ? own : layerOf('*');
  return { layer, folder: module.includes('/') ? `files of layer ${layer}` : first };
}
