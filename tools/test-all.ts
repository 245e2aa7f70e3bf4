/**
 * Runs all tests, for `npm test`. The browser tests run beside the others, because they often wait and leave a
 * processor idle. Their output is printed when the others have ended, so that the two do not mix.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

// Ctrl-C ends the tests too. This process ends after them.
process.on('SIGINT', () => {});

// With two workers the browser tests end at about the same time as the others. With three workers, as when they run
// alone, they would end long before the others.
const browser = spawn('npm', ['run', '-s', 'test:browser', '--', '--workers=2'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const printed = buffer(browser.stdout);
const browserEnded = once(browser, 'exit');

const failed = [];
const unit = spawn('npm', ['run', '-s', 'test:unit'], { stdio: 'inherit' });
const [unitStatus] = await once(unit, 'exit');
if (unitStatus !== 0) failed.push('test:unit');
process.stdout.write('The output of the browser tests follows when they have ended.\n');
const [[browserStatus], output] = await Promise.all([browserEnded, printed]);
process.stdout.write(output);
if (browserStatus !== 0) failed.push('test:browser');

if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.map((script) => `npm run ${script}`).join(', ')}\n`);
  process.exitCode = 1;
}
