import { expect } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { findNewerBuiltIns } from '../testing/newer-built-ins.ts';
import { joinButton, waitlistToasts } from '../web/design/waitlist-texts.ts';
import { OLDEST_BROWSERS } from '../web/oldest-browsers.ts';
import { test } from './site.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

/** Not removed, because the policy of the pages would still require them. */
const TRUSTED_TYPES = /^trustedTypes|^TrustedType/;
/** The oldest browsers have it, but the page must also work where it is turned off. */
const OPTIONAL = 'BroadcastChannel';

/** Removes from the browser what one of the oldest browsers lacks. */
test.beforeEach(async ({ page }) => {
  const removed = [...findNewerBuiltIns(OLDEST_BROWSERS), OPTIONAL];
  await page.addInitScript(
    (names) => {
      for (const name of names) {
        const [owner = '', member] = name.split('.');
        const object = Reflect.get(window, owner);
        if (member === undefined) Reflect.deleteProperty(window, owner);
        else if (object) {
          Reflect.deleteProperty(object, member);
          // The DOM has static functions and methods of the same name, such as `Response.json`.
          const isMethod = object.prototype && names.includes(`.${member}`);
          if (isMethod) Reflect.deleteProperty(object.prototype, member);
        }
      }
    },
    removed.filter((name) => !TRUSTED_TYPES.test(name)),
  );
});

test('a visitor joins the waitlist', async ({ page }) => {
  const { field, button, toasts } = waitlistOf(page);
  await page.goto(listedScreens.home);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
  await expect(toasts).toContainText([waitlistToasts.joined('').title]);
});
