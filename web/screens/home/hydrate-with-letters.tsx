/** The script of the home page on a site that sends letters. Here the build defines `SITE_SENDS_LETTERS` as true. */
import './hydrate.tsx';
