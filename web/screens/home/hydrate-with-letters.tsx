/** The script of the home page on a site that sends letters: the build defines `SITE_SENDS_LETTERS` differently. */
import './hydrate.tsx';
