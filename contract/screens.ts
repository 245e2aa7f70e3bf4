/** The paths of the screens that search engines list. Links, routes and tests are built from this table. */
export const listedScreens = {
  home: '/',
  privacy: '/privacy',
  terms: '/terms',
  sponti: '/sponti',
  popups: '/popups',
} as const;

/** The landing page of an invite; what it shows depends on its query. Search engines must not list it. */
export const INVITE_PATH = '/invite';

/** The admins' dashboard, which search engines must not list either. */
export const ANALYTICS_PATH = '/analytics';

/**
 * On a site that sends letters, they have links to these paths: `WAITLIST_PATH#TOKEN` to confirm or to see the position,
 * `LEAVE_PATH/TOKEN` to leave the waitlist without JavaScript, and `KEEP_PATH/TOKEN` to be kept for the other platform
 * after a launch. Browsers do not send fragments, so logs contain no token that confirms.
 */
export const WAITLIST_PATH = '/waitlist';
export const LEAVE_PATH = '/waitlist/leave';
export const KEEP_PATH = '/waitlist/keep';
/** The name of the field in the forms of the waitlist. */
export const EMAIL_FIELD_NAME = 'email';
/**
 * The local storage key of the time (milliseconds since 1970 UTC) at which this browser last signed up. For
 * `SIGNED_UP_DAYS` after that, the page that a letter opens confirms in this browser without a press of the button.
 */
export const SIGNED_UP_KEY = 'signed_up_at';
export const SIGNED_UP_DAYS = 7;

/** The query of an invite link. An empty value counts as a missing value. */
export const inviteQuery = { inviter: 'ref', plan: 'plan' } as const;

/** The query parameter with a member's code, in the link with which the member invites friends to the waitlist. */
export const VIA_QUERY = 'via';
/** A code in such a link: digits and letters that are hard to confuse. */
export const memberCode = { characters: '23456789abcdefghjkmnpqrstuvwxyz', length: 8 } as const;
export const MEMBER_CODE = new RegExp(`^[${memberCode.characters}]{${memberCode.length}}$`);

/** The query of the site's own links, such as `/?from=tiktok`: see the setting LINK_NAMES. */
export const FROM_QUERY = 'from';

/** What an invite link is for: each mode has its own page. */
export type InviteMode = 'app-invite' | 'event-invite' | 'plain-invite';
export const inviteModes: readonly InviteMode[] = ['app-invite', 'event-invite', 'plain-invite'];

/** A link with both a plan and an inviter is an event invite. */
export function inviteModeOf(query: URLSearchParams): InviteMode {
  if (query.get(inviteQuery.plan)) return 'event-invite';
  return query.get(inviteQuery.inviter) ? 'app-invite' : 'plain-invite';
}

/** The path of an inviter's link. */
export function inviteLink(inviterId: string): string {
  return `${INVITE_PATH}?${new URLSearchParams({ [inviteQuery.inviter]: inviterId })}`;
}

/** The whole text of the page that answers an unknown path. */
export const NOT_FOUND_TEXT = '404 Page Not Found';

/**
 * The name of the only Trusted Types policy that a page may create (`trusted-types entry` in the server's CSP). The
 * page's inline script creates this policy to load a fixed list of the site's scripts. The CSP of a dashboard with
 * Firebase has no such rule.
 */
export const TRUSTED_TYPES_POLICY = 'entry';

/** The path of a call with a parameter. The value is encoded as one segment, even if it contains a slash. */
export function pathTo(call: { readonly path: string }, value: string): string {
  return call.path.replace(/:\w+/, () => encodeURIComponent(value));
}
