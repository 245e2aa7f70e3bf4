/** Renders a legal text from Markdown, and refuses one that lacks something. */
import { marked } from 'marked';

/** A legal text as HTML. */
export interface LegalText {
  readonly title: string;
  /** Such as "Last updated June 14, 2025". */
  readonly updated: string;
  readonly introduction: string;
  readonly sections: readonly LegalSection[];
}

/** One numbered chapter. */
export interface LegalSection {
  /** The chapter's anchor: people link to it, so it stays even when the title changes. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

export interface LegalSource {
  /** The name of the file, for messages. */
  readonly file: string;
  readonly markdown: string;
  /** What the text must have: chapters, by their anchors, and other headings, by their words. */
  readonly topics: readonly string[];
}

const HEADING = /<h([23])>(.*?)(?: \{#([\w-]+)\})?<\/h\1>/g;

/**
 * @param figures by their names; an email address becomes a link
 * @param sendsLetters whether the text says what stands between `{if letters}` and `{otherwise}` or `{end}`
 * @param used gets the names of the figures that the text has
 */
export function renderLegalText(
  { file, markdown, topics }: LegalSource,
  figures: Readonly<Record<string, string | number>>,
  sendsLetters: boolean,
  used: Set<string>,
): LegalText {
  const refuse = (fault: string) => new Error(`web/legal/${file} ${fault}.`);
  const chosen = markdown
    .replaceAll(/^(\{(?:if letters|otherwise|end)\})\n/gm, '$1')
    .replaceAll(
      /\{if\s+letters\}(.*?)(?:\{otherwise\}(.*?))?\{end\}/gs,
      (_, letters: string, others = '') => (sendsLetters ? letters : others),
    );
  const html = tidy(marked.parse(chosen, { async: false })).replaceAll(
    /\{([^{}#]+)\}/g,
    (_, name: string) => {
      const value = figures[name];
      if (value === undefined) throw refuse(`has {${name}}, which figures.ts does not define`);
      used.add(name);
      return written(String(value));
    },
  );
  const [, title, updated, rest = ''] =
    /^<h1>(.*?)<\/h1><p>(Last updated \w+ \d+, \d{4})<\/p>(.*)$/s.exec(html) ?? [];
  if (!title || !updated) throw refuse('must begin with a title and "Last updated June 14, 2025"');
  const [introduction = '', ...chapters] = rest.split(/(?=<h2>)/);
  const sections = chapters.map((chapter) => {
    const [heading = '', , name = '', id] = [...chapter.matchAll(HEADING)][0] ?? [];
    if (!id) throw refuse(`needs an anchor after "${name}", such as {#children}`);
    return { id, title: name, body: withAnchors(chapter.slice(heading.length)) };
  });
  const headings = [...html.matchAll(HEADING)].flatMap(([, , words, id]) => [words, id]);
  const missing = topics.filter((topic) => !headings.includes(topic));
  if (missing.length > 0)
    throw refuse(`lacks what the specification asks for: ${missing.join(', ')}`);
  return { title, updated, introduction, sections };
}

/** Without the line breaks of the file, and with headings of columns and rows in tables. */
function tidy(html: string): string {
  return html
    .trim()
    .replaceAll(/\n(?=<\/?(?:h\d|p|ul|li|table|thead|tbody|tr|th|td)>)/g, '')
    .replaceAll('\n', ' ')
    .replaceAll('<th>', '<th scope="col">')
    .replaceAll(/<tr><td>(.*?)<\/td>/g, '<tr><th scope="row">$1</th>');
}

function withAnchors(html: string): string {
  return html.replaceAll(HEADING, (_, level, words, id) =>
    id ? `<h${level} id="${id}">${words}</h${level}>` : `<h${level}>${words}</h${level}>`,
  );
}

function written(value: string): string {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return value.includes('@') ? `<a href="mailto:${text}">${text}</a>` : text;
}
