import {
  AUDIT_RETENTION_MONTHS,
  INVITE_EVENT_RETENTION_MONTHS,
} from '../../../contract/durations.ts';
import { LAUNCH_DELETION_DAYS } from '../../../contract/launch.ts';
import { ContactLink, type LegalSection } from '../../design/legal/legal-document.tsx';
import { LIT_WINDOW_KEY } from '../../design/lit-window.ts';
import { INVITE_VIEWS_KEY_PREFIX, VIEW_WINDOW_MS } from '../../design/view-limits.ts';

/** These sections are newer than the document, so they have dates. */
const WINDOW_ADDED = 'November 22, 2026';
const STATES_ADDED = 'November 27, 2026';
const FRIENDS_ADDED = 'November 27, 2026';

/** Its slots are parts of `page.tsx`. */
export const thisWebsite: LegalSection = {
  id: 'this-website',
  title: 'This website',
  body: (
    <>
      <p>
        The website does much less than the app. This section lists everything that it keeps or
        counts.
      </p>
      <h3>Just looking</h3>
      <p>
        If you visit, you get no cookie and no identifier. There are no ads and no outside
        analytics. Pages, pictures and fonts come from our own server; your browser asks nobody
        else, with one exception under “Invite pages”. The sky, the moon and the time on our pages
        follow the clock of your device; your browser works that out alone and tells us nothing.
      </p>
      <p>
        Your IP address reaches our server, as it must for an answer to find its way back. We use it
        in passing, to slow down floods of requests. We do not store it and do not write it to a
        log; at most, several of our servers that count together share a code made from it with a
        secret that changes every day. Since we do not track you across sites, “Do Not Track” and
        “Global Privacy Control” find nothing to switch off.
      </p>
      <h3>The waitlist</h3>
      <p>
        If you join the waitlist, we store your email address, when it was first given and how often
        it was given, and {'{{whatWeStore}}'}; once we let you in, also what stands under Being let
        in. We use the address to let you in and to tell you about our launch. We keep it until the
        day that we name when we tell people of the launch, {LAUNCH_DELETION_DAYS} days after we
        expect to have told everybody or later, or until you ask us to remove it: write to{' '}
        <ContactLink /> and we erase it.
      </p>
      {'{{letters}}'}
      <p>
        Added on {FRIENDS_ADDED}. If you came by a friend’s link, we also keep with your address
        whose link it was, and count one sign-up for that friend. If you ask us to remove your
        address, both go; if we delete it after the launch, the count stays. If you came by a link
        in one of our own posts, we count one sign-up for that link and day, without your address.
      </p>
      <h3>Being let in</h3>
      <p>
        Added on {STATES_ADDED}. When your turn comes, our team gives your address to Apple or
        Google, so that you are invited to test the app. With your address we then store that you
        are next, invited or in, since when, and the number of the group that was let in together.
        The app’s own server tells us the addresses of the people who use it: if yours is on the
        waitlist, we store that you are in, and otherwise we keep nothing of it. All of this goes
        with your address.
      </p>
      <h3>Your window</h3>
      <p>
        Added on {WINDOW_ADDED}. When you have joined the waitlist, one window of the city on our
        pages is lit in the browser that you used. For that, your browser keeps one entry in its
        local storage, <code>{LIT_WINDOW_KEY}</code>, which says that the window is lit and nothing
        else. It is not sent to us. You can delete it in your browser’s settings.
      </p>
      <h3>Invite pages</h3>
      <p>
        An invite page shows the profile picture and the first name or username of the person who
        invites you. The picture may be stored with another company; your browser then fetches it
        from there without telling that company which page you are on.
      </p>
      <p>
        When you open the page, and when you press its download button, we count one view or one
        click for the person who shared the link. With it goes a random number that belongs to that
        one loading of the page, so that nothing is counted twice, and nothing that says who you
        are. To leave programs out of the count, our server looks at how a browser introduces itself
        and does not keep it. We delete the single views and clicks after{' '}
        {INVITE_EVENT_RETENTION_MONTHS} months; the totals remain.
      </p>
      <p>
        The page also keeps, in your own browser’s local storage, the times of your last views for
        each person who invited you, under names that begin with{' '}
        <code>{INVITE_VIEWS_KEY_PREFIX}</code>. They serve only to stop a page that reloads without
        end, only those of the last {VIEW_WINDOW_MS / 1000} seconds count, and they are not sent to
        us. You can delete them in your browser’s settings.
      </p>
      <p>
        If you share an invite link yourself: everyone who opens it sees your picture and your first
        name or username, and our team sees your username with your totals. If you delete your
        account, they go too.
      </p>
      <h3>Leaving us</h3>
      <p>
        Our download buttons lead to Apple or Google, and the icons at the end of our pages to
        Instagram, TikTok and Twitter. Once you follow such a link, that company’s policy applies.
      </p>
      <h3>Our own team</h3>
      <p>
        Members of our team who sign in to see those totals prove a phone number with a code, for
        which we may use a sign-in or text message provider. They get two cookies, both strictly
        necessary: one ties the code to their browser for ten minutes, the other keeps them signed
        in. In its session storage the tab also keeps the number until the code is entered, so that
        a reload still asks for the code, and what was typed into a form until the sign-out.
        Visitors never get any of this. We keep the numbers of those who may sign in for as long as
        they may, and any other number that was proved only while its session lasts. A record of who
        gave rights, changed where to get the app, or let people in, or looked at, downloaded or
        removed addresses of the waitlist names these people by their numbers, for{' '}
        {AUDIT_RETENTION_MONTHS} months.
      </p>
    </>
  ),
};
