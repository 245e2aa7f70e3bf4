/** A proxy in front of copies of the site: nginx or Caddy as configured in `deploy/`, or the stand-in for nginx. */
export interface SiteProxy {
  readonly port: number;
  /** All lines that the proxy has logged. */
  log(): Promise<string>;
  stop(): Promise<void>;
}
