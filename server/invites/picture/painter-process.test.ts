import assert from 'node:assert/strict';
import { type ChildProcess, execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PainterProcess } from './painter-process.ts';

const EMPTY_SCENE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';

test('a picture that cannot be drawn rejects its promise, and the next one is tried', async () => {
  const painter = new PainterProcess('no drawing');
  await assert.rejects(painter.paint('Ana'));
  await assert.rejects(painter.paint('Bo'));
  assert.equal(await painter.paint('🎉'), undefined);
  await painter.close();
});

test('waiting pictures are rejected when the painter is closed', async () => {
  const painter = new PainterProcess(EMPTY_SCENE);
  const waiting = assert.rejects(painter.paint('Ana'), /was ended/);
  await new Promise(setImmediate);
  await painter.close();
  await waiting;
  await assert.rejects(painter.paint('Ana'), /was ended/);
});

test('if the process crashes, only its current picture fails, and the next one starts a new process', async () => {
  const children: ChildProcess[] = [];
  const meet = (message: unknown) => children.push((message as { process: ChildProcess }).process);
  subscribe('child_process', meet);
  const painter = new PainterProcess(EMPTY_SCENE);
  const broken = assert.rejects(painter.paint('Ana'), /ended with SIGKILL/);
  const next = painter.paint('Bo');
  await new Promise(setImmediate);
  children[0]?.kill('SIGKILL');
  await broken;
  assert.ok(await next);
  assert.equal(children.length, 2);
  unsubscribe('child_process', meet);
  await painter.close();
});

test('a picture that takes too long fails with this reason, and the next one is drawn', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const painter = new PainterProcess(EMPTY_SCENE);
  const late = assert.rejects(painter.paint('Ana'), /not drawn within 30 seconds/);
  const next = painter.paint('Bo');
  // The process has started then, but no message of it has been read.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  t.mock.timers.tick(30_000);
  await late;
  assert.ok(await next);
  await painter.close();
});

test('a picture fails while no file descriptor is free, and a later one is drawn', async () => {
  const program = `
    import assert from 'node:assert/strict';
    import { closeSync, openSync } from 'node:fs';
    import { PainterProcess } from '${import.meta.resolve('./painter-process.ts')}';

    const painter = new PainterProcess('${EMPTY_SCENE}');
    const open = [];
    try {
      while (true) open.push(openSync('/dev/null'));
    } catch (error) {
      assert.equal(error.code, 'EMFILE');
    }
    await assert.rejects(painter.paint('Ana'), { code: 'EMFILE' });
    for (const file of open) closeSync(file);
    // The process that draws does not keep this program running.
    const running = setInterval(() => {}, 60_000);
    assert.ok(await painter.paint('Bo'));
    await painter.close();
    clearInterval(running);
  `;
  // The limit applies to a separate process, so that the other tests of this process can open files.
  const limited = ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath];
  await promisify(execFile)('sh', [...limited, '--input-type=module', '--eval', program]);
});
