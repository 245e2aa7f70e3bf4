import { dirname, join } from 'node:path/posix';

/** A source file: its path from the project's root, with `/`, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** An import of one of the project's files. */
export interface Import {
  /** Paths from the project's root. */
  from: string;
  to: string;
  /** Whether only types are imported. */
  isType: boolean;
}

const IMPORT =
  /^\s*(?:import|export)\s(?<clause>[^'"`;]*?)\sfrom\s*['"](?<from>[^'"]+)['"]|^\s*import\s*['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]|\bnew URL\(\s*['"](?<url>[^'"]+\.(?:tsx?|mjs))['"]/gm;

/** @returns a file's imports of the project's files, without packages */
export function importsOf({ path, text }: SourceFile): Import[] {
  if (!/\.(tsx?|mjs)$/.test(path)) return [];
  return [...text.matchAll(IMPORT)].flatMap(({ groups = {} }) => {
    const target = groups['from'] ?? groups['bare'] ?? groups['dynamic'] ?? groups['url'] ?? '';
    if (!target.startsWith('.')) return [];
    const isType = groups['clause']?.startsWith('type ') === true;
    return { from: path, to: join(dirname(path), target), isType };
  });
}

/**
 * @returns the files of each import cycle, sorted by path; imports of types count too (Tarjan's strongly connected
 *   components)
 */
export function findCircles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const found = new Map<string, { index: number; low: number }>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): { index: number; low: number } {
    const node = { index: found.size, low: found.size };
    found.set(file, node);
    stack.push(file);
    for (const target of targets.get(file) ?? []) {
      const known = found.get(target);
      if (!known) node.low = Math.min(node.low, visit(target).low);
      else if (stack.includes(target)) node.low = Math.min(node.low, known.index);
    }
    if (node.low === node.index) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return node;
  }
  for (const file of targets.keys()) if (!found.has(file)) visit(file);
  return circles;
}
