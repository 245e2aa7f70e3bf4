import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { DESIGN } from './page.ts';
import { MANIFESTS, writePages } from './write-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const styles = [DESIGN, ...globSync('web/{screens,design/*}/**/*.css', { cwd: root })];
const stylesByName = Object.fromEntries(
  styles.map((path) => [path.replaceAll(/\W/g, '-'), path] as const),
);

/**
 * What is built apart, so that no page's scripts share a chunk with another's: it would be one more
 * request to wait for, and would change with the other page.
 */
const bundles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client: { home: 'web/screens/home/hydrate.tsx', ...stylesByName },
  analytics: { analytics: 'web/screens/analytics/hydrate.tsx' },
  // Without React.
  invite: {
    invite: 'web/screens/invite/show-invite.ts',
    'qr-code': 'web/screens/invite/qr-code.ts',
  },
};

const sources = Object.values(bundles).flatMap((input) => Object.values(input));

// biome-ignore lint/style/noDefaultExport: Vite reads its settings from the default export
export default defineConfig({
  root,
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react()],
  optimizeDeps: { entries: sources.filter((path) => !path.endsWith('.css')) },
  build: {
    // The policy allows no data: addresses, and a file is cached where an inlined one is sent again.
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
            rolldownOptions: { input: { ...input } },
          },
        },
      ]),
    ),
    ssr: {
      build: {
        outDir: 'dist/.prerender',
        rolldownOptions: {
          input: 'web/prerender.tsx',
          // It is one file for one run: only the browsers' builds have parts that are loaded later.
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
      await writePages(root);
    },
  },
});
