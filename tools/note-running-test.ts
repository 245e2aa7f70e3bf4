/**
 * Loaded into the process of a group of tests. Writes the name of each test into a file before the test begins, because
 * a reporter does not run while a test is in an endless loop.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { beforeEach, type TestContext } from 'node:test';

const file = process.env['RUNNING_TEST'];

beforeEach((test) => {
  const { filePath, fullName } = test as TestContext;
  if (file) writeFileSync(file, `"${fullName}" in ${relative('', filePath ?? '')}`);
});
