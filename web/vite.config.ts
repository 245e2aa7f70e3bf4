import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import * as browserCalls from './browser-calls.ts';
import { withHexColours } from './design/colour.ts';
import { OLDEST_BROWSERS } from './oldest-browsers.ts';
import { DESIGN, MANIFESTS } from './page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const styles = [DESIGN, ...globSync('web/{screens,design/*}/**/*.css', { cwd: root })];
const stylesByName = Object.fromEntries(
  styles.map((path) => [path.replaceAll(/\W/g, '-'), path] as const),
);

/**
 * Separate builds, so that two pages never share a chunk. A shared chunk would cost another request, and
 * its hash would change with either page.
 */
const bundles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client: { home: 'web/screens/home/hydrate.tsx', ...stylesByName },
  waitlist: { waitlist: 'web/screens/waitlist/hydrate.tsx' },
  analytics: { analytics: 'web/screens/analytics/hydrate.tsx' },
  // This build has no React.
  invite: {
    invite: 'web/screens/invite/show-invite.ts',
    'qr-code': 'web/screens/invite/qr-code.ts',
  },
};

/** The bundles that hydrate an island for visitors. */
const islands = new Set(['client', 'waitlist']);
/** Chrome compiles their functions in another thread while they arrive, instead of each function at its first call. */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad';

/** `Features.LightDark` of Lightning CSS, which minifies the styles. */
const LIGHT_DARK = 1_048_576;

const sources = Object.values(bundles).flatMap((input) => Object.values(input));

const styleSheets: Plugin = {
  name: 'style-sheets',
  transform: {
    filter: { id: /\.css(?:$|\?)/ },
    async handler(css, id) {
      const { logo } = await import('./design/logo-file.ts');
      const rules = id.includes('/design/design.css') && logo?.style;
      return withHexColours(css) + (rules ? `@layer components{${rules}}` : '');
    },
  },
};

/** Vite wraps each import() to load the stylesheets of its chunk. The chunks here have none. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/** Each call is a separate module, so that a chunk that is loaded on demand contains its calls. */
const CALL = /^call:(\w+)$/;
const callsByName = new Map<string, unknown>(Object.entries(browserCalls));

/**
 * Evaluates modules, whose exports become constants: scripts get the calls that they use without the schemas' library,
 * and pages what is read from the files of the logo and of the colours.
 */
const evaluated: Plugin = {
  name: 'evaluated',
  resolveId: { filter: { id: CALL }, handler: (id) => id },
  load: {
    filter: { id: [/\/web\/(browser-calls|design\/(logo-file|theme-colours))\.ts$/, CALL] },
    async handler(id) {
      const call = CALL.exec(id)?.[1];
      if (call) return constant(call, callsByName.get(call));
      if (id.includes('/design/'))
        return Object.entries(await import(id))
          .map(([name, value]) => constant(name, value))
          .join('\n');
      return [...callsByName.keys()]
        .map((name) => `export {${name}} from 'call:${name}'`)
        .join('\n');
    },
  },
};

function constant(name: string, value: unknown): string {
  return `export const ${name}=${JSON.stringify(value, withoutLimits)}`;
}

/** Leaves out of a schema what scripts do not check. */
function withoutLimits(key: string, value: unknown): unknown {
  return ['additionalProperties', 'description', 'maxLength', 'minimum'].includes(key)
    ? undefined
    : value;
}

// biome-ignore lint/style/noDefaultExport: Vite reads its settings from the default export
export default defineConfig({
  root,
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react(), styleSheets, evaluated, plainImports],
  css: {
    // Without this setting, each `color-scheme` would get two properties for `light-dark()`. No stylesheet uses this
    // function.
    lightningcss: { exclude: LIGHT_DARK },
  },
  optimizeDeps: { entries: sources.filter((path) => !path.endsWith('.css')) },
  build: {
    target: OLDEST_BROWSERS,
    // The Content-Security-Policy allows no data: URLs, and a separate file can be cached.
    assetsInlineLimit: 0,
    copyPublicDir: false,
    // Preloading would make the scripts compete with the first paint.
    modulePreload: false,
    reportCompressedSize: false,
  },
  environments: {
    ...Object.fromEntries(
      Object.entries(bundles).map(([name, input]) => [
        name,
        {
          consumer: 'client' as const,
          build: {
            outDir: 'dist',
            emptyOutDir: name === 'client',
            manifest: `${MANIFESTS}/${name}.json`,
            rolldownOptions: {
              input: { ...input },
              ...(islands.has(name) && { output: { postBanner: COMPILE_AHEAD } }),
            },
          },
        },
      ]),
    ),
    ssr: {
      build: {
        outDir: 'dist/.prerender',
        rolldownOptions: {
          input: 'web/prerender.tsx',
          // This bundle is one file that runs once, so its dynamic imports need no chunks.
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of [...Object.keys(bundles), 'ssr']) {
        const environment = builder.environments[name];
        if (!environment) throw new Error(`Cannot build: the environment ${name} is missing.`);
        await builder.build(environment);
      }
      const { writePages } = await import('./write-pages.ts');
      await writePages(root);
    },
  },
});
