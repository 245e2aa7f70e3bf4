/** A proxy in front of copies of the site, with the configuration of `deploy/`. */
export interface SiteProxy {
  readonly port: number;
  /** All lines that the proxy has logged. */
  log(): Promise<string>;
  stop(): Promise<void>;
}
