import { brand } from '../../../brand.ts';
import { type AppPlatforms, appPlatforms, inviteVariant } from '../../../contract/availability.ts';
import {
  GENERAL_INVITE_PICTURE,
  invitePictureAlt,
  WANTS_YOU_ON,
} from '../../../contract/link-previews.ts';
import { INVITE_PATH, type InviteMode } from '../../../contract/screens.ts';
import {
  FOOTER_STYLE,
  FRIEND_STYLE,
  LATE_FONTS_STYLE,
  type Page,
  PREVIEW_STYLE,
  QUIET_BUTTON_STYLE,
} from '../../page.ts';
import { AppInvitePage, AppInvitePreview } from './app-invite-page.tsx';
import { bootScript } from './boot-script.ts';
import { EventInvitePage, EventInvitePreview } from './event-invite-page.tsx';
import { PlainInvitePage, PlainInvitePreview } from './plain-invite-page.tsx';

const inviteStyles = [
  ...['invite', 'billboard'].map((part) => `web/screens/invite/${part}.css`),
  LATE_FONTS_STYLE,
  FOOTER_STYLE,
];
const appInviteStyles = [
  QUIET_BUTTON_STYLE,
  ...['invitation', 'name', 'invitation-landscape', 'blurbs'].map(
    (part) => `web/screens/invite/${part}.css`,
  ),
  FRIEND_STYLE,
  ...inviteStyles,
];
const staticInviteStyles = [
  QUIET_BUTTON_STYLE,
  'web/screens/invite/static-invite.css',
  ...inviteStyles,
];
/**
 * Loaded only on desktops, because visitors scan the QR code to open the invite on a phone. The media query is also in
 * `billboard.css`.
 */
const qrCode = {
  source: 'web/screens/invite/qr-code.ts',
  media: '(min-width: 64rem) and (pointer: fine)',
  unless: '[data-invite="error"],[data-invite="limited"]',
};
const appInvitePage = {
  styles: appInviteStyles,
  fontsAfterPaint: true as const,
  paintedWhole: true as const,
  headScripts: [bootScript({ hasInviter: true })],
  scripts: [
    { source: 'web/screens/invite/show-invite.ts', unless: '[data-invite="limited"]' },
    qrCode,
  ],
};
const staticInvite = {
  fontsAfterPaint: true as const,
  paintedWhole: true as const,
  headScripts: [bootScript({ hasInviter: false })],
  scripts: [qrCode],
};

/** The build does not know the query of the link, so a script adds it: the app opens what the visitor was invited to. */
const BANNER_OF_PAGE = `for(const m of document.getElementsByName('apple-itunes-app'))m.content=m.content.replace(/argument=.*/,()=>'argument='+location.href.replace(/,/g,'%2C'))`;

/**
 * The landing page of an invite in each mode and each state of the app. Each key is the name of the page's file in
 * `dist/pages`; in the default state it is the mode.
 */
export const invitePages: Readonly<
  Record<InviteMode | 'personal-invite', Page> & Record<string, Page>
> = Object.assign(
  pagesOf({ ios: 'beta', android: 'soon' }),
  ...appPlatforms.map((app) =>
    Object.fromEntries(
      Object.entries(pagesOf(app)).map(([name, page]) => [`${name}${inviteVariant(app)}`, page]),
    ),
  ),
);

function pagesOf(app: AppPlatforms) {
  const isLaunched = app.ios === 'launched';
  return {
    'app-invite': {
      ...appInvitePage,
      ...(isLaunched && bannerOfPage(appInvitePage)),
      body: <AppInvitePage app={app} />,
      title: `You’re invited to ${brand.product}`,
      description: `A friend ${WANTS_YOU_ON} ${brand.product}, the app for spontaneous plans with friends.`,
      preview: {
        picture: GENERAL_INVITE_PICTURE,
        alt: invitePictureAlt(brand.product),
        drawing: {
          sky: 'dusk',
          styles: [PREVIEW_STYLE, 'web/screens/invite/app-invite-preview.css'],
          body: <AppInvitePreview />,
        },
      },
    },
    'event-invite': {
      title: `You’re invited to an event · ${brand.product}`,
      description: `A friend has a plan. ${brand.product} is the app for spontaneous plans with friends.`,
      preview: {
        picture: '/preview-event-invite.jpg',
        alt: '“You’re invited” in the evening sky, above an envelope with a picture of the sun',
        drawing: {
          sky: 'afterglow',
          styles: [PREVIEW_STYLE, 'web/screens/invite/event-invite-preview.css'],
          body: <EventInvitePreview />,
        },
      },
      styles: staticInviteStyles,
      body: <EventInvitePage app={app} />,
      ...staticInvite,
      ...(isLaunched && bannerOfPage(staticInvite)),
    },
    'plain-invite': {
      title: `Join ${brand.product}`,
      description: `${brand.product} is the app for spontaneous plans with friends.`,
      preview: {
        picture: '/preview-plain-invite.jpg',
        alt: `“Join us on ${brand.product}” above four friends who look over the roofs of a city`,
        drawing: {
          sky: 'golden',
          styles: [PREVIEW_STYLE, 'web/screens/invite/plain-invite-preview.css', FRIEND_STYLE],
          body: <PlainInvitePreview />,
        },
      },
      styles: [FRIEND_STYLE, ...staticInviteStyles],
      body: <PlainInvitePage app={app} />,
      ...staticInvite,
      ...(isLaunched && bannerOfPage(staticInvite)),
    },
    /** `app-invite` of a known inviter, whose name the server fills in. The server also adds the inviter to the links. */
    'personal-invite': {
      ...appInvitePage,
      ...(isLaunched && { appArgument: INVITE_PATH }),
      body: <AppInvitePage app={app} name="{{inviteName}}" />,
      title: '{{inviteTitle}}',
      description: '{{inviteDescription}}',
      link: '{{inviteLink}}',
      preview: { picture: '{{invitePicture}}', alt: '{{invitePictureAlt}}' },
    },
  } satisfies Record<InviteMode | 'personal-invite', Page>;
}

function bannerOfPage({ headScripts }: { headScripts: string[] }) {
  return { appArgument: INVITE_PATH, headScripts: [...headScripts, BANNER_OF_PAGE] };
}
