/** The contents of a page's head, as robots read them. */
export function readHead(html: string) {
  const [head = ''] = html.split('</head>', 1);
  const attribute = (element: string, name: string) => {
    const found = new RegExp(`<${element} ${name}="([^"]*)"`).exec(head)?.[1];
    return found === undefined ? undefined : unescapeHtml(found);
  };
  const named = (name: string) => attribute(`meta name="${name}"`, 'content');
  const property = (name: string) => attribute(`meta property="og:${name}"`, 'content');
  return {
    title: unescapeHtml(/<title>(.*?)<\/title>/s.exec(head)?.[1] ?? ''),
    description: named('description'),
    robots: named('robots'),
    canonical: attribute('link rel="canonical"', 'href'),
    openGraphTitle: property('title'),
    openGraphDescription: property('description'),
    address: property('url'),
    picture: property('image'),
    width: property('image:width'),
    height: property('image:height'),
    alt: property('image:alt'),
    kind: property('type'),
    siteName: property('site_name'),
    card: named('twitter:card'),
    themeColor: named('theme-color'),
    cardAlt: named('twitter:image:alt'),
  };
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
};

function unescapeHtml(text: string): string {
  return text.replace(/&[#\w]+;/g, (escaped) => characters[escaped] ?? escaped);
}
