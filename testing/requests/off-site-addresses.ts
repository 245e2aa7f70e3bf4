/** A host to which no page may link or redirect. */
export const ELSEWHERE = 'elsewhere.example';

/** Spellings of the address of `ELSEWHERE` that incomplete checks of redirects or links are known to accept. */
export const offSiteAddresses: readonly string[] = [
  `https://${ELSEWHERE}/`,
  `http://${ELSEWHERE}`,
  `//${ELSEWHERE}/`,
  `///${ELSEWHERE}/`,
  `////${ELSEWHERE}/`,
  `/\\${ELSEWHERE}/`,
  `\\\\${ELSEWHERE}/`,
  `/\t/${ELSEWHERE}/`,
  `/\n/${ELSEWHERE}/`,
  `/.//${ELSEWHERE}/`,
  `/..//${ELSEWHERE}/`,
  `/%2f%2f${ELSEWHERE}/`,
  `/%5c${ELSEWHERE}/`,
  `https:${ELSEWHERE}`,
  `https:/${ELSEWHERE}/`,
  `https:\\${ELSEWHERE}\\`,
  `@${ELSEWHERE}/`,
  `impromptu.example@${ELSEWHERE}/`,
  `https://impromptu.example@${ELSEWHERE}/`,
  `https://${ELSEWHERE}#impromptu.example`,
  `https://${ELSEWHERE}?impromptu.example`,
  `https://impromptu.example.${ELSEWHERE}/`,
  `.${ELSEWHERE}`,
  `%0d%0aLocation:%20https://${ELSEWHERE}/`,
  `\r\nLocation: https://${ELSEWHERE}/`,
  `0;url=https://${ELSEWHERE}/`,
  `"><meta http-equiv="refresh" content="0;url=https://${ELSEWHERE}/">`,
  `</script><script>location='https://${ELSEWHERE}/'</script>`,
  `"><base href="https://${ELSEWHERE}/">`,
  `"><a href="https://${ELSEWHERE}/" autofocus onfocus="click()">`,
  `javascript:location='https://${ELSEWHERE}/'`,
  `data:text/html,<script>location='https://${ELSEWHERE}/'</script>`,
];

/** Names of parameters that sites often use for redirects. */
export const redirectParameters: readonly string[] = [
  ...'next url uri u to goto dest destination continue redirect redirect_uri'.split(' '),
  ...'redirect_url return returnTo return_to return_url callback target link r ref'.split(' '),
  ...'plan view path host domain out forward checkout_url RelayState'.split(' '),
];
