import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { InstagramIcon, MailIcon, TikTokIcon, TwitterIcon } from '../icons.tsx';

const contacts = [
  { name: `Write to ${brand.contactEmail}`, href: `mailto:${brand.contactEmail}`, Icon: MailIcon },
  { name: 'Instagram', href: brand.social.instagram, Icon: InstagramIcon },
  { name: 'TikTok', href: brand.social.tiktok, Icon: TikTokIcon },
  { name: 'Twitter', href: brand.social.twitter, Icon: TwitterIcon },
];

/** The server replaces `{{year}}`, so that the year is right without a new build. */
export function Footer() {
  return (
    <footer className="footer">
      <ul className="footer-contacts">
        {contacts.map(({ name, href, Icon }) => (
          <li key={href}>
            <a href={href} rel="noopener" aria-label={name}>
              <Icon />
            </a>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <a href={listedScreens.privacy}>Privacy Policy</a>
        </li>
        <li>
          <a href={listedScreens.terms}>Terms of Service</a>
        </li>
      </ul>
      <p className="footer-copyright">{`© {{year}} ${brand.legalEntity} All rights reserved.`}</p>
    </footer>
  );
}
