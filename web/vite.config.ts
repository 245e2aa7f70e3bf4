import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { DESIGN } from './page.ts';
import { writePages } from './write-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A screen with islands has its own script, named after the screen's folder. */
const scripts = globSync('web/screens/*/hydrate.tsx', { cwd: root });
const scriptsByScreen = Object.fromEntries(
  scripts.map((path) => [basename(dirname(path)), path] as const),
);
/** Scripts that need no React, by the name of their file. */
const plainScripts = {
  invite: 'web/screens/invite/show-invite.ts',
  'qr-code': 'web/screens/invite/qr-code.ts',
};
const styles = [DESIGN, ...globSync('web/screens/**/*.css', { cwd: root })];
const stylesByName = Object.fromEntries(
  styles.map((path) => [path.replaceAll(/\W/g, '-'), path] as const),
);

// biome-ignore lint/style/noDefaultExport: Vite reads its settings from the default export
export default defineConfig({
  root,
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react()],
  optimizeDeps: { entries: [...scripts, ...Object.values(plainScripts)] },
  build: {
    // The policy allows no data: addresses, and a file is cached where an inlined one is sent again.
    assetsInlineLimit: 0,
    copyPublicDir: false,
    // Preloading would make the scripts compete with the first paint.
    modulePreload: false,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist',
        emptyOutDir: true,
        manifest: true,
        rolldownOptions: { input: { ...scriptsByScreen, ...plainScripts, ...stylesByName } },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/.prerender',
        rolldownOptions: { input: 'web/prerender.tsx' },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('Cannot build: an environment is missing.');
      await builder.build(client);
      await builder.build(ssr);
      await writePages(root);
    },
  },
});
