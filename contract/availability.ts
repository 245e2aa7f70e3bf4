/** Where visitors get the app. Admins change this while the site runs, because links of betas expire. */

export const iosStates = ['beta', 'paused', 'launched'] as const;
export type IosState = (typeof iosStates)[number];
export const androidStates = ['soon', 'beta', 'launched'] as const;
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
 * Every invite leads to this link, so all that is stored is compared: no other host that is spelled like a store's, no
 * user, password or port, and no redirect of a store.
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

const linkRules: Readonly<Record<IosState, LinkRule>> = {
  beta: testFlight,
  paused: testFlight,
  launched: appStore,
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
  const iosRule = linkRules[ios];
  const kept = (link: string | null, rule: LinkRule) =>
    link !== null && rule.pattern.test(link) ? withoutAdditions(link, rule) : null;
  const linkOf = (given: string | null | undefined, link: string | null, rule: LinkRule) =>
    given === undefined ? kept(link, rule) : given && withoutAdditions(given, rule);
  const iosLink = linkOf(change.iosLink, before.iosLink, iosRule);
  const androidLink = linkOf(change.androidLink, before.androidLink, play);
  const problem =
    problemOfStates(change) ??
    problemOfLink('iOS', ios, iosLink, iosRule, ios === 'launched') ??
    problemOfLink('Android', android, androidLink, play, android !== 'soon');
  return problem ? { problem } : { state: { ios, iosLink, android, androidLink } };
}

/** The App Store of one country fails in the others. */
const COUNTRY = /(?<=^https:\/\/apps\.apple\.com)\/[a-z]{2}(?=\/app\/)/i;

/** Leaves out what stores, campaigns and browsers add to a link. */
function withoutAdditions(link: string, { pattern, parameter }: LinkRule): string {
  const [, given = '', query] = /^([^?#]*?)\/?(?:\?([^#\s]*))?(?:#\S*)?$/.exec(link) ?? [];
  const page = given.replace(COUNTRY, '');
  const named = parameter ? `?${parameter}=${new URLSearchParams(query).getAll(parameter)}` : '';
  return pattern.test(page + named) ? page + named : link;
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
  { pattern, form }: LinkRule,
  isRequired: boolean,
): string | undefined {
  if (link === null) {
    return isRequired ? `${platform} cannot be "${state}" without a link: ${form}.` : undefined;
  }
  if (link.length <= MAX_APP_LINK_CHARACTERS && pattern.test(link)) return undefined;
  return `While ${platform} is "${state}", its link must be ${form}, and is '${shorten(link)}'.`;
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

/** The state without its links, which the server fills into the pages. */
export type AppPlatforms = Pick<Availability, 'ios' | 'android'>;

export const appPlatforms: readonly AppPlatforms[] = iosStates.flatMap((ios) =>
  androidStates.map((android) => ({ ios, android })),
);

/** Whether the home page has the form of the waitlist: until the app is out for everybody. */
export function hasWaitlist({ ios, android }: AppPlatforms): boolean {
  return ios !== 'launched' || android !== 'launched';
}
