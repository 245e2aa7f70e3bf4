import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AppChange,
  type Availability,
  appStoreIdOf,
  changeApp,
  defaultAvailability,
  describeApp,
  MAX_APP_LINK_CHARACTERS,
  platformsOf,
} from './availability.ts';

const BETA = 'https://testflight.apple.com/join/AbC123';
const STORE = 'https://apps.apple.com/app/impromptu/id1234567890';
const PLAY = 'https://play.google.com/store/apps/details?id=example.impromptu.app';
const TEST = 'https://play.google.com/apps/testing/example.impromptu.app';

function changed(change: AppChange, before: Availability = defaultAvailability): Availability {
  const result = changeApp(before, change);
  assert.ok('state' in result, JSON.stringify(result));
  return result.state;
}

function problem(change: AppChange, before: Availability = defaultAvailability): string {
  const result = changeApp(before, change);
  assert.ok('problem' in result, JSON.stringify(change));
  return result.problem;
}

describe('the state of the app', () => {
  test('keeps the link of a beta while it is paused, and drops it when the app is launched', () => {
    const beta = changed({ ios: 'beta', iosLink: BETA });
    assert.deepEqual(beta, { ios: 'beta', iosLink: BETA, android: 'soon', androidLink: null });
    const paused = changed({ ios: 'paused' }, beta);
    assert.equal(paused.iosLink, BETA);
    assert.equal(changed({ ios: 'beta' }, paused).iosLink, BETA);
    const launched = changed({ ios: 'launched', iosLink: STORE }, paused);
    assert.equal(changed({ ios: 'beta' }, launched).iosLink, null, "the link of 'brand.ts'");
  });

  test('changes one platform and keeps the other', () => {
    const launched = changed({ ios: 'launched', iosLink: STORE });
    assert.equal(
      describeApp(changed({ android: 'beta', androidLink: PLAY }, launched)),
      `iOS launched (${STORE}), Android beta (${PLAY})`,
    );
  });

  test('cannot be launched without a link, and the sentence shows the form of the link', () => {
    assert.match(problem({ ios: 'launched' }), /^iOS cannot be "launched" without a link: https:/);
    assert.match(problem({ android: 'beta' }), /^Android cannot be "beta" without a link: https:/);
    assert.match(problem({ android: 'launched', androidLink: null }), /without a link/);
    assert.equal(
      problem({ ios: 'preorder' }, changed({ ios: 'beta', iosLink: BETA })),
      'iOS cannot be "preorder" without a link: https://apps.apple.com/app/NAME/idNUMBER.',
    );
    const testing = changed({ android: 'beta', androidLink: TEST });
    for (const android of ['preregister', 'launched'] as const)
      assert.equal(
        problem({ android }, testing),
        `Android cannot be "${android}" without a link: https://play.google.com/store/apps/details?id=PACKAGE.`,
      );
  });

  test('keeps the link of a pre-order and a pre-registration when the app is launched', () => {
    const before = changed({
      ios: 'preorder',
      iosLink: STORE,
      android: 'preregister',
      androidLink: PLAY,
    });
    assert.deepEqual(changed({ ios: 'launched', android: 'launched' }, before), {
      ios: 'launched',
      iosLink: STORE,
      android: 'launched',
      androidLink: PLAY,
    });
  });

  test('takes the link of a test for Android, and pages then tell it from a beta', () => {
    const testing = changed({ android: 'beta', androidLink: TEST });
    assert.deepEqual(platformsOf(testing), { ios: 'beta', android: 'test' });
    assert.equal(changed({ android: 'soon' }, testing).androidLink, TEST);
    assert.equal(platformsOf(changed({ android: 'soon' }, testing)).android, 'soon');
    const beta = changed({ android: 'beta', androidLink: PLAY }, testing);
    assert.deepEqual(platformsOf(beta), { ios: 'beta', android: 'beta' });
  });

  test('takes no link without a state', () => {
    assert.match(problem({ iosLink: BETA }), /^A link needs the state of its platform/);
    assert.match(problem({ androidLink: PLAY }), /^A link needs the state/);
  });

  test('takes the links of the stores only in the state to which they belong', () => {
    for (const [change, form] of [
      [{ ios: 'beta', iosLink: STORE }, 'testflight.apple.com'],
      [{ ios: 'paused', iosLink: STORE }, 'testflight.apple.com'],
      [{ ios: 'launched', iosLink: BETA }, 'apps.apple.com'],
      [{ android: 'launched', androidLink: STORE }, 'play.google.com'],
      [{ ios: 'preorder', iosLink: BETA }, 'apps.apple.com'],
      [{ android: 'preregister', androidLink: TEST }, 'play.google.com/store'],
      [{ android: 'launched', androidLink: TEST }, 'play.google.com/store'],
    ] as const) {
      assert.match(problem(change), new RegExp(`must be https://${form.replaceAll('.', '\\.')}/`));
    }
    assert.match(
      problem({ android: 'beta', androidLink: STORE }),
      /must be https:\/\/play\.google\.com\/store\/apps\/details\?id=PACKAGE or https:\/\/play\.google\.com\/apps\/testing\/PACKAGE, and is/,
    );
    for (const link of [
      'https://apps.apple.com/app/id1234567890',
      'https://apps.apple.com/app/%E3%81%82/id1234567890',
    ]) {
      assert.equal(changed({ ios: 'launched', iosLink: link }).iosLink, link);
    }
  });

  test('leaves out what stores, campaigns and browsers add to a link', () => {
    for (const addition of [
      ...['/', '?', '#', '/?mt=8', '?at=10l&ct=a+b%20c', '#see-all/reviews', '?uo=4#x', '?a=/b?c'],
    ]) {
      for (const ios of ['launched', 'preorder'] as const)
        assert.equal(changed({ ios, iosLink: STORE + addition }).iosLink, STORE);
      assert.equal(changed({ ios: 'beta', iosLink: BETA + addition }).iosLink, BETA);
      const testing = changed({ android: 'beta', androidLink: TEST + addition });
      assert.equal(testing.androidLink, TEST);
    }
    const [path, id] = PLAY.split('?');
    for (const link of [
      ...['&', '#', '&hl=en', '&pcampaignid=web_share', '&hl=en_US&gl=US&pli=1', '&referrer=a%3Db'],
      ...['&hl=de#details-reviews'],
    ].map((addition) => PLAY + addition)) {
      assert.equal(changed({ android: 'beta', androidLink: link }).androidLink, PLAY);
    }
    for (const link of [
      ...[`${path}?hl=de&${id}`, `${path}/?${id}`, `${path}?hl=de&${id}&gl=DE#x`],
      PLAY.replaceAll('.app', '%2Eapp'),
    ]) {
      assert.equal(changed({ android: 'launched', androidLink: link }).androidLink, PLAY);
    }
  });

  test('knows the number of an app in the App Store, of 5 to 15 digits', () => {
    const withDigits = (count: number) => `https://apps.apple.com/app/id${'1'.repeat(count)}`;
    for (const count of [5, 15]) assert.equal(appStoreIdOf(withDigits(count)), '1'.repeat(count));
    for (const count of [4, 16]) assert.equal(appStoreIdOf(withDigits(count)), undefined);
  });

  test('shows 100 characters of a wrong link', () => {
    const shown = (length: number) => problem({ ios: 'beta', iosLink: 'a'.repeat(length) });
    assert.ok(shown(100).endsWith(`is '${'a'.repeat(100)}'.`));
    assert.ok(shown(101).endsWith(`is '${'a'.repeat(100)}…'.`));
  });

  test('refuses every other host, and every other spelling of a link', () => {
    const hostile = (link: string, path: string, host: string) => [
      link.replace('https:', 'http:'),
      link.replace('https://', 'https://user:password@'),
      link.replace(host, `${host}:8443`),
      link.replace(host, `${host}.evil.example`),
      link.replace(host, `evil-${host}`),
      link.replace('e', '\u0435'),
      link.replace(path, `/x/..${path}`),
      link.replace(path, `/redirect?to=https://evil.example${path}`),
      `${link}"onclick="x`,
      ` ${link}`,
      `javascript:location='${link}'`,
      link + 'a'.repeat(MAX_APP_LINK_CHARACTERS),
    ];
    for (const link of hostile(BETA, '/join', 'testflight.apple.com')) {
      assert.match(problem({ ios: 'beta', iosLink: link }), /its link must be/, link);
    }
    const otherPages = ['..', '%2e%2e', '%2E.', 'a%2Fb'].map((name) =>
      STORE.replace('impromptu', name),
    );
    for (const link of [...hostile(STORE, '/app/', 'apps.apple.com'), ...otherPages]) {
      assert.match(problem({ ios: 'launched', iosLink: link }), /its link must be/, link);
    }
    for (const link of hostile(TEST, '/apps', 'play.google.com')) {
      assert.match(problem({ android: 'beta', androidLink: link }), /its link must be/, link);
    }
    const otherApps = ['&id=example.other.app', '&ID=x&id='].map((addition) => PLAY + addition);
    for (const link of [...hostile(PLAY, '/store', 'play.google.com'), ...otherApps]) {
      assert.match(problem({ android: 'beta', androidLink: link }), /its link must be/, link);
    }
  });
});

test('a link of the App Store is stored without the country, in which alone it would work', () => {
  for (const country of ['us/', 'DE/', '']) {
    for (const end of ['', '?l=de&mt=8']) {
      const iosLink = `https://apps.apple.com/${country}app/impromptu/id1234567890${end}`;
      const changed = changeApp(defaultAvailability, { ios: 'launched', iosLink });
      assert.equal('state' in changed && changed.state.iosLink, STORE, iosLink);
    }
  }
});
