import {
  type Dependencies,
  findTroubles,
  readDependencies,
  warningOfAge,
} from './locked-dependencies.ts';
import { type Proof, require } from './proof.ts';

export const fewDependencies: Proof = {
  id: 'S2',
  promise:
    'The site needs few packages, which are locked and free, with known owners, and without install scripts or known advisories.',
  async run() {
    const dependencies = readDependencies();
    const troubles = findTroubles(dependencies);
    require(troubles.length === 0, troubles.join(' '));
    const { direct, locked, advisories } = dependencies;
    const running = locked.filter(({ dev }) => !dev).length;
    const age = warningOfAge(advisories, Date.now()) ?? `Advisories as of ${advisories.renewed}.`;
    return `${direct.length} direct dependencies, ${running} packages that the site runs on, ${locked.length} with development packages; no rule is broken. ${age}`;
  },
  control: {
    without: 'dependencies that follow the rules: each rule is broken in turn',
    run: async () => spoilEach().join(' '),
  },
};

/** Breaks each rule in turn. @returns the sentence about each break. @throws when a break is not noticed */
export function spoilEach(): string[] {
  const sound = readDependencies();
  const [first, ...others] = sound.locked.filter(({ dev }) => !dev);
  const [name = ''] = sound.direct;
  if (!first) throw new Error('There is no package that the site runs on.');
  const spoil = (change: Partial<typeof first>): Dependencies => ({
    ...sound,
    locked: [{ ...first, ...change }, ...others],
  });
  const advisory = { package: first.name, versions: [first.version], severity: 'moderate' };
  const known = [{ ...advisory, title: 'x', url: 'https://elsewhere.example/' }];
  const spoilt: Dependencies[] = [
    { ...sound, direct: [...sound.direct, 'a', 'b', 'c', 'd'] },
    spoil({ integrity: undefined }),
    spoil({ hasInstallScript: true }),
    spoil({ license: 'GPL-3.0' }),
    { ...sound, advisories: { renewed: null, known } },
    { ...sound, kept: new Map([...sound.kept, ['left-pad', { licence: 'MIT', by: 'x' }]]) },
    { ...sound, kept: new Map([...sound.kept].filter(([kept]) => kept !== name)) },
  ];
  const usual = findTroubles(sound);
  return spoilt.map((dependencies, index) => {
    const [said] = findTroubles(dependencies).filter((trouble) => !usual.includes(trouble));
    require(said !== undefined, `The break of rule ${index + 1} was not noticed.`);
    return said;
  });
}
