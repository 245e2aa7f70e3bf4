import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderLegalText } from './render-legal-text.ts';

const figures = { 'retention.events': 6, contact: 'a@b.example', company: 'R&D <Co>' };
const TEXT = `# Terms

Last updated June 14, 2025

{company} keeps events for {retention.events} months, {if letters}letters too{otherwise}and
nothing else{end}.

## About {retention.events} things {#about}

### Letters {#letters}

- one
- **two** [more](#about)

| What | How long |
| --- | --- |
| Events | {retention.events} months |
{if letters}
| Letters | longer |
{end}

Write to {contact}.
`;

function render(markdown: string, topics: readonly string[] = [], sendsLetters = false) {
  const used = new Set<string>();
  const text = renderLegalText({ file: 'terms.md', markdown, topics }, figures, sendsLetters, used);
  return { ...text, used: [...used] };
}

test('a legal text is rendered with its figures, anchors and tables, on a site with letters and on one without', () => {
  assert.deepEqual(render(TEXT, ['about', 'letters', 'Letters']), {
    title: 'Terms',
    updated: 'Last updated June 14, 2025',
    introduction: '<p>R&amp;D &lt;Co> keeps events for 6 months, and nothing else.</p>',
    sections: [
      {
        id: 'about',
        title: 'About 6 things',
        body: '<h3 id="letters">Letters</h3><ul><li>one</li><li><strong>two</strong> <a href="#about">more</a></li></ul><table><thead><tr><th scope="col">What</th><th scope="col">How long</th></tr></thead><tbody><tr><th scope="row">Events</th><td>6 months</td></tr></tbody></table><p>Write to <a href="mailto:a@b.example">a@b.example</a>.</p>',
      },
    ],
    used: ['company', 'retention.events', 'contact'],
  });
  const { introduction, sections } = render(TEXT, [], true);
  assert.match(introduction, /letters too\.<\/p>$/);
  assert.match(
    sections[0]?.body ?? '',
    /<th scope="row">Letters<\/th><td>longer<\/td><\/tr><\/tbody>/,
  );
});

test('a text with an unknown figure, without a topic, an anchor or its date is refused by the name of its file', () => {
  for (const [markdown, fault] of [
    [
      TEXT.replace('{retention.events}', '{retention.evnts}'),
      'has {retention.evnts}, which figures.ts does not define',
    ],
    [TEXT.replace('{end}', ''), /^web\/legal\/terms\.md has \{/],
    [TEXT.replace('{#about}', ''), 'needs an anchor after "About 6 things", such as {#children}'],
    [
      TEXT.replace('June 14, 2025', 'today'),
      'must begin with a title and "Last updated June 14, 2025"',
    ],
  ] as const) {
    const message = typeof fault === 'string' ? `web/legal/terms.md ${fault}.` : fault;
    assert.throws(() => render(markdown), { message });
  }
  assert.throws(() => render(TEXT, ['about', 'liability', 'safety']), {
    message: 'web/legal/terms.md lacks what the specification asks for: liability, safety.',
  });
});
