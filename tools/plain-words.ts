import type { SourceFile } from './import-graph.ts';

/** Phrases that are hard to understand, each with what to write instead. */
const PHRASES: readonly [phrase: RegExp, instead: string][] = [
  [/\bwho(m)?ever\b/i, 'name the person or the part: the user, the operator, the caller'],
  // Ids such as 'nobody' and nobody-1 are not sentences.
  [/(?<!['"/=`|])\bnobody\b(?![-'"|])/i, 'name who may not, or use the passive: "is not noticed"'],
  [/\bfrom nowhere\b/i, 'say what is stored, and what cannot be computed from it'],
  [/\bsigns? of life\b/i, 'last seen, or a request of the session'],
  [/\bsees? to it\b/i, 'name the part that does it'],
  [/\bof its own accord\b/i, 'automatically'],
  [/\bwait(s|ing|ed)?( for (one )?(an)?other)? in a circle\b/i, 'deadlock'],
  [/\bstand(s|ing)? in line\b/i, 'wait in the queue'],
  [/\bcomes? out of\b/i, 'is made from, or is the result of'],
  [/(?<!')\bsomebody else\b/i, 'say which other user, client or part'],
  [/\bin earnest\b/i, 'leave it out'],
  [/\bknows? nothing of\b/i, 'does not have, or does not use'],
  [/\bnext to none\b/i, 'give the number'],
  [/\bby turns\b/i, 'in turn, or alternately'],
  [/\bstand(s|ing)? still\b/i, 'is stalled, or does not answer'],
  [/\bwhat (came|became) of\b/i, 'the outcome, or the result'],
  [/\btold of\b/i, 'sent, or reported'],
  [/\bin vain\b/i, 'say what was tried and did not succeed'],
];

/** Legal texts, the stories of the home page, and this list with its test. */
const EXEMPT =
  /^(web\/screens\/(privacy|terms)\/|web\/screens\/home\/scenes\.tsx$|tools\/plain-words(\.test)?\.ts$)/;

/** @returns one sentence for each phrase in a file that has a plainer form */
export function findUnplainPhrases(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !EXEMPT.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = PHRASES.filter(([phrase]) => phrase.test(line));
        return found.map(
          ([phrase, instead]) =>
            `${path}:${index + 1} says "${phrase.exec(line)?.[0]}". In plain words: ${instead}.`,
        );
      }),
    );
}
