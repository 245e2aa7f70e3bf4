// Long because each condition under which a batch begins or a write is refused has a test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageOverloaded, StorageUnavailable } from '../errors.ts';
import { GroupCommit } from './group-commit.ts';

/** Commits that end only when the test ends them, so that the test sees which writes wait meanwhile. */
function heldCommits() {
  const begun: { batch: readonly string[]; end: PromiseWithResolvers<readonly string[]> }[] = [];
  const commits = new GroupCommit<string, string>((batch) => {
    const end = Promise.withResolvers<readonly string[]>();
    begun.push({ batch, end });
    return end.promise;
  });
  const done = (batch: readonly string[]) => batch.map((write) => `${write} done`);
  return { commits, begun, done };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
/**
 * Waits for three turns. The next batch begins within three turns if the last batch has ended and no more writes are
 * added.
 */
async function gathered(): Promise<void> {
  for (let n = 0; n < 3; n++) await turn();
}

test('a single write is committed in the same turn of the event loop', async () => {
  const { commits, begun } = heldCommits();
  commits.add('a');
  await turn();
  assert.deepEqual(
    begun.map(({ batch }) => batch),
    [['a']],
  );
});

test('writes that arrive during a commit share the next commit, in order', async () => {
  const { commits, begun, done } = heldCommits();
  const first = commits.add('a');
  await turn();
  const others = [commits.add('b'), commits.add('c')];
  begun[0]?.end.resolve(done(['a']));
  assert.equal(await first, 'a done');
  await gathered();
  assert.deepEqual(begun[1]?.batch, ['b', 'c']);
  begun[1]?.end.resolve(done(['b', 'c']));
  assert.deepEqual(await Promise.all(others), ['b done', 'c done']);
});

test('a batch has at most a thousand writes', async () => {
  const { commits, begun, done } = heldCommits();
  const all = Array.from({ length: 1_500 }, (_, n) => commits.add(String(n)));
  for (const [index, length] of [1_000, 500].entries()) {
    await gathered();
    assert.equal(begun[index]?.batch.length, length);
    begun[index]?.end.resolve(done(begun[index].batch));
  }
  await Promise.all(all);
});

test('a write that fails by itself does not fail the other writes of its batch', async () => {
  const commits = new GroupCommit<string, string>(async (batch) => {
    if (batch.includes('bad')) throw new Error('broken');
    return batch.map((write) => `${write} of ${batch.length}`);
  });
  const [first, bad, last] = ['good', 'bad', 'good'].map((write) => commits.add(write));
  await assert.rejects(bad ?? Promise.resolve(), /broken/);
  assert.deepEqual(await Promise.all([first, last]), ['good of 1', 'good of 1']);
});

test('a batch that is not committed rejects each of its writes, and the next batch is committed', async () => {
  const { commits, begun, done } = heldCommits();
  const lost = [commits.add('a'), commits.add('b')];
  await turn();
  const next = commits.add('c');
  begun[0]?.end.reject(new StorageUnavailable('disk full'));
  for (const one of lost) await assert.rejects(one, { name: 'StorageUnavailable' });
  await gathered();
  assert.deepEqual(begun[1]?.batch, ['c'], 'no write of the first batch is tried again');
  begun[1]?.end.resolve(done(['c']));
  assert.equal(await next, 'c done');
});

test('drain resolves when each write that was added has succeeded or failed', async () => {
  const { commits, begun, done } = heldCommits();
  let drained = false;
  commits.add('a');
  await turn();
  commits.add('b');
  const drain = commits.drain().then(() => {
    drained = true;
  });
  begun[0]?.end.resolve(done(['a']));
  await gathered();
  assert.equal(drained, false);
  begun[1]?.end.resolve(done(['b']));
  await drain;
  assert.equal(drained, true);
});

test('writes are refused while the queue is full', async () => {
  const { commits, begun, done } = heldCommits();
  commits.add('under way');
  await turn();
  for (let n = 0; n < 8_000; n++) commits.add('a');
  await assert.rejects(commits.add('a'), (thrown) => thrown instanceof StorageOverloaded);
  begun[0]?.end.resolve(done(['under way']));
  await gathered();
  commits.add('b');
  assert.equal(commits.figures().writesWaiting, 7_001);
});

test('the figures count committed writes, and writes that wait for their batch', async () => {
  const { commits, begun, done } = heldCommits();
  const first = commits.add('a');
  await turn();
  const lost = [commits.add('b'), commits.add('c')];
  assert.deepEqual(commits.figures(), {
    writesWaiting: 2,
    writes: 0,
    batches: 0,
    commitSeconds: 0,
  });
  begun[0]?.end.resolve(done(['a']));
  await first;
  await gathered();
  begun[1]?.end.reject(new StorageUnavailable('disk full'));
  await Promise.allSettled(lost);
  const { commitSeconds, ...figures } = commits.figures();
  assert.deepEqual(figures, { writesWaiting: 0, writes: 1, batches: 1 });
  assert.ok(commitSeconds > 0);
});
