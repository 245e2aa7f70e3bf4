/** Where visitors get the app. Admins change this while the site runs, because links of betas expire. */

export const iosStates = ['beta', 'paused', 'preorder', 'launched'] as const;
export type IosState = (typeof iosStates)[number];
export const androidStates = ['soon', 'beta', 'preregister', 'launched'] as const;
export type AndroidState = (typeof androidStates)[number];

export interface Availability {
  /** `paused`: the beta is full or has expired, so invites lead to the waitlist. */
  readonly ios: IosState;
  /** Null: the beta's link of `brand.ts`. */
  readonly iosLink: string | null;
  readonly android: AndroidState;
  readonly androidLink: string | null;
}

/** What an admin changes. A link belongs to the state of its platform; null removes the link. */
export type AppChange = Partial<Availability>;

export const defaultAvailability: Availability = {
  ios: 'beta',
  iosLink: null,
  android: 'soon',
  androidLink: null,
};

export const MAX_APP_LINK_CHARACTERS = 300;

interface LinkRule {
  readonly pattern: RegExp;
  /** The parameter that names the app. All others are left out, such as a language. */
  readonly parameter?: string;
  /** How the link looks, for messages. */
  readonly form: string;
}

/**
 * Every invite leads to this link, so the pattern covers the whole link. It refuses hosts that only look like a
 * store's, users, passwords and ports, and redirects of a store.
 */
const testFlight: LinkRule = {
  pattern: /^https:\/\/testflight\.apple\.com\/join\/[A-Za-z\d]+$/,
  form: 'https://testflight.apple.com/join/CODE',
};
const appStore: LinkRule = {
  // No dots in the name, written or encoded: `..` would lead to another page.
  pattern:
    /^https:\/\/apps\.apple\.com\/(?:[a-z]{2}\/)?app\/(?:(?:[\w~-]|%(?!2[EFef])[\dA-Fa-f]{2})+\/)?id(\d{5,15})$/,
  form: 'https://apps.apple.com/app/NAME/idNUMBER',
};
const play: LinkRule = {
  pattern:
    /^https:\/\/play\.google\.com\/store\/apps\/details\?id=([A-Za-z]\w*(?:\.[A-Za-z]\w*)+)$/,
  parameter: 'id',
  form: 'https://play.google.com/store/apps/details?id=PACKAGE',
};

/** The page of a closed test, which only accounts on the list of its testers can join. */
const playTest: LinkRule = {
  pattern: /^https:\/\/play\.google\.com\/apps\/testing\/[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/,
  form: 'https://play.google.com/apps/testing/PACKAGE',
};

const iosLinks: Readonly<Record<IosState, readonly LinkRule[]>> = {
  beta: [testFlight],
  paused: [testFlight],
  preorder: [appStore],
  launched: [appStore],
};
const androidLinks: Readonly<Record<AndroidState, readonly LinkRule[]>> = {
  soon: [play, playTest],
  beta: [play, playTest],
  preregister: [play],
  launched: [play],
};

/**
 * Applies a change. A platform keeps its link if the link fits the new state; the link of the beta does not fit the
 * launched app, so it is removed.
 *
 * @returns a sentence about what is wrong, and then nothing may be stored
 */
export function changeApp(
  before: Availability,
  change: AppChange,
): { state: Availability } | { problem: string } {
  const { ios = before.ios, android = before.android } = change;
  const iosLink = linkOf(change.iosLink, before.iosLink, iosLinks[ios]);
  const androidLink = linkOf(change.androidLink, before.androidLink, androidLinks[android]);
  const problem =
    problemOfStates(change) ??
    problemOfLink('iOS', ios, iosLink, iosLinks[ios], isInStore(ios)) ??
    problemOfLink('Android', android, androidLink, androidLinks[android], android !== 'soon');
  return problem ? { problem } : { state: { ios, iosLink, android, androidLink } };
}

function linkOf(
  given: string | null | undefined,
  before: string | null,
  rules: readonly LinkRule[],
): string | null {
  if (given !== undefined) return given && withoutAdditions(given, rules);
  return before !== null && fits(before, rules) ? before : null;
}

function fits(link: string, rules: readonly LinkRule[]): boolean {
  return rules.some(({ pattern }) => pattern.test(link));
}

/** The App Store of one country fails in the others. */
const COUNTRY = /(?<=^https:\/\/apps\.apple\.com)\/[a-z]{2}(?=\/app\/)/i;

/** Leaves out what stores, campaigns and browsers add to a link. */
function withoutAdditions(link: string, rules: readonly LinkRule[]): string {
  const [, given = '', query] = /^([^?#]*?)\/?(?:\?([^#\s]*))?(?:#\S*)?$/.exec(link) ?? [];
  const page = given.replace(COUNTRY, '');
  const named = rules.map(({ parameter }) =>
    parameter ? `${page}?${parameter}=${new URLSearchParams(query).getAll(parameter)}` : page,
  );
  return named.find((one) => fits(one, rules)) ?? link;
}

function problemOfStates({ ios, iosLink, android, androidLink }: AppChange): string | undefined {
  if ((iosLink !== undefined && !ios) || (androidLink !== undefined && !android)) {
    return 'A link needs the state of its platform, such as "ios beta".';
  }
  return undefined;
}

function problemOfLink(
  platform: string,
  state: string,
  link: string | null,
  rules: readonly LinkRule[],
  isRequired: boolean,
): string | undefined {
  const forms = rules.map(({ form }) => form).join(' or ');
  if (link === null) {
    return isRequired ? `${platform} cannot be "${state}" without a link: ${forms}.` : undefined;
  }
  if (link.length <= MAX_APP_LINK_CHARACTERS && fits(link, rules)) return undefined;
  return `While ${platform} is "${state}", its link must be ${forms}, and is '${shorten(link)}'.`;
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** The number of an app in the App Store, from its link. */
export function appStoreIdOf(link: string): string | undefined {
  return appStore.pattern.exec(link)?.[1];
}

/** Whether two states show visitors the same. */
export function isSameAvailability(one: Availability, other: Availability): boolean {
  return (['ios', 'iosLink', 'android', 'androidLink'] as const).every(
    (field) => one[field] === other[field],
  );
}

/** One line for people, such as `iOS paused, Android soon`. */
export function describeApp({ ios, iosLink, android, androidLink }: Availability): string {
  const one = (platform: string, state: string, link: string | null) =>
    `${platform} ${state}${link === null ? '' : ` (${link})`}`;
  return `${one('iOS', ios, iosLink)}, ${one('Android', android, androidLink)}`;
}

/** What pages say about the app. The server fills the links in. `test`: a beta whose link is that of a closed test. */
export interface AppPlatforms {
  readonly ios: IosState;
  readonly android: AndroidState | 'test';
}
export type PlatformState = AppPlatforms['ios' | 'android'];

export const appPlatforms: readonly AppPlatforms[] = iosStates.flatMap((ios) =>
  ([...androidStates, 'test'] as const).map((android) => ({ ios, android })),
);

export function platformsOf({ ios, android, androidLink }: Availability): AppPlatforms {
  const isTest = android === 'beta' && androidLink !== null && fits(androidLink, [playTest]);
  return { ios, android: isTest ? 'test' : android };
}

/** Whether a store takes orders for the app, which cannot be installed yet. */
export function isOrdered(state: PlatformState): boolean {
  return state === 'preorder' || state === 'preregister';
}

/** Whether everybody finds the app in a store. */
export function isInStore(state: PlatformState): boolean {
  return state === 'launched' || isOrdered(state);
}

/** Whether the home page has the form of the waitlist: until the app is out for everybody. */
export function hasWaitlist({ ios, android }: AppPlatforms): boolean {
  return ios !== 'launched' || android !== 'launched';
}
