import { brand } from '../../../brand.ts';
import {
  GENERAL_INVITE_PICTURE,
  invitePictureAlt,
  WANTS_YOU_ON,
} from '../../../contract/link-previews.ts';
import { inEachState } from '../../../contract/page-parts.ts';
import { INVITE_PATH, type InviteMode } from '../../../contract/screens.ts';
import { aboutProduct } from '../../design/screen-texts.ts';
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
import { EventInvitation, EventInvitePage, EventInvitePreview } from './event-invite-page.tsx';
import { InvitationActions } from './invitation.tsx';
import { PlainInvitation, PlainInvitePage, PlainInvitePreview } from './plain-invite-page.tsx';

const inviteStyles = [
  'web/screens/invite/invite.css',
  'web/screens/invite/billboard.css',
  LATE_FONTS_STYLE,
  FOOTER_STYLE,
];
const PREVIEWS = 'web/screens/invite/previews.css';
const appInviteStyles = [
  QUIET_BUTTON_STYLE,
  'web/screens/invite/invitation.css',
  'web/screens/invite/name.css',
  'web/screens/invite/invitation-landscape.css',
  'web/screens/invite/blurbs.css',
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
/** The build does not know the query of the link, so a script adds it. */
const banner = {
  argument: INVITE_PATH,
  script: `for(const m of document.getElementsByName('apple-itunes-app'))m.content=m.content.replace(/argument=.*/,()=>'argument='+location.href.replace(/,/g,'%2C'))`,
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
  banner,
  headScripts: [bootScript({ hasInviter: false })],
  scripts: [qrCode],
};

/** The landing page of an invite in each mode. */
export const invitePages = {
  'app-invite': {
    ...appInvitePage,
    banner,
    body: <AppInvitePage />,
    parts: { actions: inEachState((app) => <InvitationActions app={app} />) },
    title: `You’re invited to ${brand.product}`,
    description: `A friend ${WANTS_YOU_ON} ${brand.product}, ${brand.about}.`,
    preview: {
      picture: GENERAL_INVITE_PICTURE,
      alt: invitePictureAlt(brand.product),
      drawing: {
        sky: 'dusk',
        styles: [PREVIEW_STYLE, PREVIEWS],
        body: <AppInvitePreview />,
      },
    },
  },
  'event-invite': {
    title: `You’re invited to an event · ${brand.product}`,
    description: `A friend has a plan. ${aboutProduct(brand)}`,
    preview: {
      picture: '/preview-event-invite.jpg',
      alt: '“You’re invited” in the evening sky, above an envelope with a picture of the sun',
      drawing: {
        sky: 'afterglow',
        styles: [PREVIEW_STYLE, PREVIEWS],
        body: <EventInvitePreview />,
      },
    },
    styles: staticInviteStyles,
    body: <EventInvitePage />,
    parts: { invitation: inEachState((app) => <EventInvitation app={app} />) },
    ...staticInvite,
  },
  'plain-invite': {
    title: `Join ${brand.product}`,
    description: aboutProduct(brand),
    preview: {
      picture: '/preview-plain-invite.jpg',
      alt: `“Join us on ${brand.product}” above four friends who look over the roofs of a city`,
      drawing: {
        sky: 'golden',
        styles: [PREVIEW_STYLE, PREVIEWS, FRIEND_STYLE],
        body: <PlainInvitePreview />,
      },
    },
    styles: [FRIEND_STYLE, ...staticInviteStyles],
    body: <PlainInvitePage />,
    parts: { invitation: inEachState((app) => <PlainInvitation app={app} />) },
    ...staticInvite,
  },
  /** `app-invite` of a known inviter, whose name the server fills in. The server also adds the inviter to the links. */
  'personal-invite': {
    ...appInvitePage,
    banner: { argument: INVITE_PATH },
    body: <AppInvitePage name="{{inviteName}}" />,
    parts: { actions: inEachState((app) => <InvitationActions app={app} name="{{inviteName}}" />) },
    title: '{{inviteTitle}}',
    description: '{{inviteDescription}}',
    link: '{{inviteLink}}',
    preview: { picture: '{{invitePicture}}', alt: '{{invitePictureAlt}}' },
  },
} satisfies Record<InviteMode | 'personal-invite', Page>;
