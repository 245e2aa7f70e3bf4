import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';

const home = `{{publicUrl}}${listedScreens.home}`;

/** The organization and the site, as schema.org objects: search engines show their name and logo. */
export const aboutUs = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${home}#organization`,
      name: brand.product,
      legalName: brand.legalEntity,
      url: home,
      logo: '{{publicUrl}}/icon-512.png',
      email: brand.contactEmail,
      sameAs: Object.values(brand.social),
    },
    {
      '@type': 'WebSite',
      '@id': `${home}#website`,
      name: brand.product,
      url: home,
      inLanguage: 'en',
      publisher: { '@id': `${home}#organization` },
    },
  ],
};
