// Long because each condition under which a batch begins or a write is refused has a test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroupCommit, type Outcome, queueShare } from './group-commit.ts';

/** Commits that end only when the test ends them, so that the test sees which writes wait meanwhile. */
function heldCommits(weigh?: (write: string) => number, maxWeight?: number) {
  const begun: { batch: string[]; end: PromiseWithResolvers<Outcome<string>[]> }[] = [];
  const commits = new GroupCommit<string, string>(
    (batch) => {
      const end = Promise.withResolvers<Outcome<string>[]>();
      begun.push({ batch, end });
      return end.promise;
    },
    weigh,
    maxWeight,
  );
  const done = (batch: string[]) => batch.map((write) => ({ result: `${write} done` }));
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

test('a batch does not exceed the maximum weight, and a heavier write is a separate batch', async () => {
  const { commits, begun, done } = heldCommits((write) => write.length, 3);
  const all = [commits.add('a')];
  await turn();
  all.push(...['bb', 'c', 'dd', 'eeee', 'f'].map((write) => commits.add(write)));
  const batches = [['a'], ['bb', 'c'], ['dd'], ['eeee'], ['f']];
  for (const [index, batch] of batches.entries()) {
    await gathered();
    assert.deepEqual(begun[index]?.batch, batch);
    begun[index]?.end.resolve(done(batch));
  }
  await Promise.all(all);
});

test('a write that fails does not fail the other writes of its batch', async () => {
  const { commits, begun } = heldCommits();
  commits.add('a');
  await turn();
  const [bad, good] = [commits.add('bad'), commits.add('good')];
  begun[0]?.end.resolve([{ result: 'a done' }]);
  const rejected = assert.rejects(bad, /broken/);
  await gathered();
  begun[1]?.end.resolve([{ error: new Error('broken') }, { result: 'good done' }]);
  await rejected;
  assert.equal(await good, 'good done');
});

test('a batch that is not committed rejects each of its writes, and the next batch is committed', async () => {
  const { commits, begun, done } = heldCommits();
  const lost = commits.add('a');
  await turn();
  const next = commits.add('b');
  begun[0]?.end.reject(new Error('disk full'));
  await assert.rejects(lost, { name: 'StorageUnavailable' });
  await gathered();
  begun[1]?.end.resolve(done(['b']));
  assert.equal(await next, 'b done');
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

test('visits are refused when the queue is half full, and sign-ups when it is full', async () => {
  const { commits } = heldCommits();
  const room = () => [commits.hasRoom(queueShare.visit), commits.hasRoom(queueShare['sign-up'])];
  commits.add('under way');
  await turn();
  for (let n = 0; n < 3_999; n++) commits.add('a');
  assert.deepEqual(room(), [true, true]);
  commits.add('a');
  assert.deepEqual(room(), [false, true]);
  for (let n = 0; n < 4_000; n++) commits.add('a');
  assert.deepEqual(room(), [false, false]);
  await assert.rejects(commits.add('a'), /^StorageUnavailable: 8000 writes wait/);
});

test('the length of the queue is the weight of its writes, and a write heavier than a batch is accepted', async () => {
  const { commits } = heldCommits((write) => write.length, 3);
  const room = () => [commits.hasRoom(queueShare.appInvites), commits.hasRoom(1)];
  commits.add('under way');
  await turn();
  for (let n = 0; n < 3; n++) commits.add('four');
  assert.deepEqual(room(), [false, true], 'the maximum length is 24');
  for (let n = 0; n < 3; n++) commits.add('four');
  assert.deepEqual(room(), [false, false]);
  await assert.rejects(commits.add('a'), /^StorageUnavailable: 6 writes wait/);
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
  begun[1]?.end.reject(new Error('disk full'));
  await Promise.allSettled(lost);
  const { commitSeconds, ...figures } = commits.figures();
  assert.deepEqual(figures, { writesWaiting: 0, writes: 1, batches: 1 });
  assert.ok(commitSeconds > 0);
});
