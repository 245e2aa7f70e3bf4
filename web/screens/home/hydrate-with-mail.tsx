/** The script of the home page on a site that sends letters. Here the build defines `SITE_SENDS_MAIL` as true. */
import './hydrate.tsx';
