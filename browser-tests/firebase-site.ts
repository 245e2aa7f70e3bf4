import { expect } from '@playwright/test';
import { type FakeGoogle, startFakeGoogle } from '../testing/fakes/fake-google.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { analyticsScreen } from './analytics-site.ts';
import { FAKE_CODE, type FirebaseTrouble, serveFakeFirebase } from './fake-firebase.ts';
import { EMULATOR, type Emulator, forwardToEmulator } from './firebase-emulator.ts';
import { test as base } from './site.ts';

export const ADMIN = '+15550001111';
export const STRANGER = '+15550002222';

/** The whole app with Firebase as its sign-in provider, and a fake Google. */
export const test = base.extend<{
  firebase: { app: TestApp; google: FakeGoogle; url: string };
  trouble: FirebaseTrouble;
  emulator: Emulator | undefined;
  lastCode: () => Promise<string>;
}>({
  firebase: async ({ share }, use) => use(await share('Firebase', startFirebaseSite)),

  site: async ({ firebase: { app, url } }, use) => {
    const { databaseUrl, storage } = app;
    await use({ url, databaseUrl, storage });
  },

  trouble: [
    async ({ context, firebase, watch }, use) => {
      watch.allowComplaint(
        /^Request to a third party: https:\/\/(identitytoolkit\.googleapis|www\.google)\.com\//,
      );
      const trouble: FirebaseTrouble = {};
      await serveFakeFirebase(context, firebase.google, trouble);
      await use(trouble);
    },
    { auto: true },
  ],

  // The emulator's routes are added after those of the fake, because Playwright calls the route that was added last.
  emulator: async ({ context, firebase }, use) => {
    await use(EMULATOR ? await forwardToEmulator(context, firebase.google, EMULATOR) : undefined);
  },

  /** The last code: that of the emulator if an emulator is configured, otherwise `FAKE_CODE`. */
  lastCode: async ({ page, emulator }, use) => {
    await use(async () => {
      await expect(analyticsScreen(page).code).toBeFocused();
      return emulator ? emulator.lastCode() : FAKE_CODE;
    });
  },
});

async function startFirebaseSite() {
  const google = await startFakeGoogle(Date.now);
  const app = await createTestApp({ identity: google.settings, https: false, clock: Date.now });
  await app.storage.admins.add(ADMIN, Date.now());
  const url = await app.app.listen({ port: 0 });
  return {
    server: { app, google, url },
    async stop() {
      await app.close();
      await google.close();
    },
  };
}
